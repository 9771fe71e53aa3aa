// SPDX-License-Identifier: Apache-2.0
//
// What side_by_side.sh times with ONNX Runtime, on one thread: prints
// "MODEL onnxruntime MILLISECONDS", of processor time, for each MODEL.onnx in the current folder
// that is named on the command line.
const runtime = require('onnxruntime-node');

const rounds = 3;

// Whole numbers do: no operation here takes longer for other ones.
function input(shape) {
  const size = shape.reduce((n, extent) => n * extent, 1);
  const data = Float32Array.from({length: size}, (_, k) => (k * 7919) % 9 - 4);
  return new runtime.Tensor('float32', data, shape);
}

// The shapes of a and b, from the definitions in the models' README.
function shapes(model) {
  const parts = model.split('_');
  if (parts.length === 2)
    return [[1, 500, 7, 4, 13, 8], [1, 500, 7, 4, 13, 256]];
  const shape = parts[1].split('x').map(Number);
  return [shape, shape];
}

async function time(model) {
  const session = await runtime.InferenceSession.create(`${model}.onnx`, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const feeds = {};
  shapes(model).forEach((shape, k) => {
    feeds[session.inputNames[k]] = input(shape);
  });
  let best = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const start = process.cpuUsage();
    await session.run(feeds);
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / 1000);
  }
  console.log(`${model} onnxruntime ${best.toFixed(4)}`);
}

async function main() {
  for (const model of process.argv.slice(2)) await time(model);
}

main().catch((error) => {
  console.error(`side_by_side.js: ${error.message}`);
  process.exit(1);
});
