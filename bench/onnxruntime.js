// SPDX-License-Identifier: Apache-2.0
//
// ONNX Runtime as the benchmarks use it; started by the script beside it:
//
//   onnxruntime optimise MODEL OUT [--level basic|extended|all]
//     writes the model that its optimiser makes of MODEL
//   onnxruntime run MODEL --inputs DIR --outputs DIR
//     reads the inputs, input_K.pb, and writes the outputs, output_K.pb, in
//     the layout of ONNX's test data; an input is known by its name
//   onnxruntime differ DIR_A DIR_B
//     prints how far outputs are apart at most, over the size of the largest
//   onnxruntime time MODEL [--rounds N] [--size NAME=N]...
//     prints milliseconds of processor time, on one thread, the best of
//     N rounds of at least 20 ms; without --rounds of 40, or as many as go
//     into 4 seconds, but 7; sizes that are open are 1, or as said
//
// Graphs run as they are, not optimised, except in `optimise` and `time`.
const fs = require('fs');
const path = require('path');
const protobuf = require('protobufjs');
const runtime = require('onnxruntime-node');

// The part of ONNX's TensorProto that test data need; fields as in onnx.proto.
const TensorProto = protobuf.Root
                        .fromJSON({
                          nested: {
                            TensorProto: {
                              fields: {
                                dims: {rule: 'repeated', type: 'int64', id: 1},
                                dataType: {type: 'int32', id: 2},
                                name: {type: 'string', id: 8},
                                rawData: {type: 'bytes', id: 9},
                              },
                            },
                          },
                        })
                        .lookupType('TensorProto');

// ONNX's number and the array of each element type that is read and written.
const types = {
  float32: {number: 1, array: Float32Array},
  uint8: {number: 2, array: Uint8Array},
  int8: {number: 3, array: Int8Array},
  int32: {number: 6, array: Int32Array},
  int64: {number: 7, array: BigInt64Array},
  bool: {number: 9, array: Uint8Array},
  float64: {number: 11, array: Float64Array},
};

function fail(message) {
  throw new Error(message);
}

function readTensor(file) {
  const proto = TensorProto.decode(fs.readFileSync(file));
  const found =
      Object.entries(types).find(([, type]) => type.number === proto.dataType);
  if (!found) fail(`${file}: element type ${proto.dataType} is not supported`);
  const [name, type] = found;
  const dims = proto.dims.map(Number);
  const count = dims.reduce((n, extent) => n * extent, 1);
  const bytes = Uint8Array.from(proto.rawData);  // aligned
  if (bytes.length !== count * type.array.BYTES_PER_ELEMENT)
    fail(`${file}: ${bytes.length} bytes do not fit the shape`);
  return {
    name: proto.name,
    tensor: new runtime.Tensor(name, new type.array(bytes.buffer), dims),
  };
}

function writeTensor(file, name, tensor) {
  const type = types[tensor.type];
  if (!type) fail(`${file}: element type ${tensor.type} is not supported`);
  const {buffer, byteOffset, byteLength} = tensor.data;
  const bytes = TensorProto
                    .encode({
                      dims: tensor.dims,
                      dataType: type.number,
                      name,
                      rawData: new Uint8Array(buffer, byteOffset, byteLength),
                    })
                    .finish();
  fs.writeFileSync(file + '.part', bytes);
  fs.renameSync(file + '.part', file);
}

function session(model, options) {
  return runtime.InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    ...options,
  });
}

async function optimise({words: [model, out], level = 'basic'}) {
  if (!model || !out) fail('optimise needs MODEL and OUT');
  // Onto the disk as a whole, or not at all.
  const part = out + '.part';
  await session(model, {
    graphOptimizationLevel: level,
    optimizedModelFilePath: part,
  });
  fs.renameSync(part, out);
}

async function run({words: [model], inputs, outputs}) {
  if (!model || !inputs || !outputs)
    fail('run needs MODEL, --inputs and --outputs');
  const s = await session(model, {graphOptimizationLevel: 'disabled'});
  const feeds = {};
  s.inputNames.forEach((name, k) => {
    const read = readTensor(path.join(inputs, `input_${k}.pb`));
    feeds[read.name || name] = read.tensor;
  });
  for (const name of s.inputNames)
    if (!feeds[name]) fail(`${inputs} has no tensor for input '${name}'`);
  const results = await s.run(feeds);
  fs.mkdirSync(outputs, {recursive: true});
  s.outputNames.forEach(
      (name, k) => writeTensor(
          path.join(outputs, `output_${k}.pb`), name, results[name]));
}

async function differ({words: [a, b]}) {
  if (!a || !b) fail('differ needs two folders of outputs');
  let worst = 0;
  for (const file of fs.readdirSync(a).filter((f) => f.startsWith('output_'))) {
    const x = readTensor(path.join(a, file)).tensor.data;
    const y = readTensor(path.join(b, file)).tensor.data;
    if (x.length !== y.length) fail(`${file} differs in size`);
    let size = 0, distance = 0;
    for (let k = 0; k < x.length; ++k) {
      size = Math.max(size, Math.abs(Number(x[k])), Math.abs(Number(y[k])));
      distance = Math.max(distance, Math.abs(Number(x[k]) - Number(y[k])));
    }
    worst = Math.max(worst, distance / size || 0);
  }
  console.log(worst);
}

// Numbers between -1 and 1 that are the same in every run; integers are 0,
// which is a position in every axis.
function input({name, type, shape}, sizes) {
  const known = types[type] || fail(`input '${name}' is of type ${type}`);
  const dims = shape.map(
      (size) => typeof size === 'number' ? size : Number(sizes[size] || 1));
  const count = dims.reduce((n, extent) => n * extent, 1);
  const data = new known.array(count);
  if (type.startsWith('float'))
    for (let k = 0; k < count; ++k) data[k] = (k * 7919 % 2001) / 1000 - 1;
  return new runtime.Tensor(type, data, dims);
}

// Milliseconds of the processor for `count` runs.
async function used(s, feeds, count) {
  const start = process.cpuUsage();
  for (let k = 0; k < count; ++k) await s.run(feeds);
  const {user, system} = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function time({words: [model], rounds, size = []}) {
  if (!model) fail('time needs MODEL');
  if (rounds !== undefined && !(Number(rounds) >= 1))
    fail('--rounds needs a number');
  const least = 20, enough = 4000;  // milliseconds: of a round, of all
  const s = await session(model, {graphOptimizationLevel: 'all'});
  const sizes = Object.fromEntries(size.map((word) => word.split('=')));
  const feeds = {};
  for (const one of s.inputMetadata) feeds[one.name] = input(one, sizes);
  await used(s, feeds, 2);
  let count = 1;
  while (await used(s, feeds, count) < least) count *= 2;
  let best = Infinity, all = 0;
  for (let round = 0; round < Number(rounds || 40); ++round) {
    const total = await used(s, feeds, count);
    best = Math.min(best, total / count);
    all += total;
    if (!rounds && round >= 6 && all > enough) break;
  }
  console.log(best.toFixed(4));
}

const commands = {optimise, run, differ, time};

// Words, and options with their values; --size may be given several times.
function parse(given) {
  const parsed = {words: []};
  for (let k = 0; k < given.length; ++k) {
    if (!given[k].startsWith('--')) {
      parsed.words.push(given[k]);
      continue;
    }
    const name = given[k].slice(2);
    if (!['level', 'inputs', 'outputs', 'rounds', 'size'].includes(name))
      fail(`there is no option --${name}`);
    const value = given[++k];
    if (value === undefined) fail(`--${name} needs a value`);
    if (name === 'size')
      (parsed.size = parsed.size || []).push(value);
    else
      parsed[name] = value;
  }
  return parsed;
}

async function main([name, ...rest]) {
  const command = commands[name];
  if (!command) fail(`one of ${Object.keys(commands).join(', ')} is needed`);
  await command(parse(rest));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`onnxruntime: ${error.message.split('\n')[0]}`);
  process.exit(3);
});
