# SPDX-License-Identifier: Apache-2.0
"""What side_by_side.sh times with PyTorch, on one thread.

Prints "MODEL torch MILLISECONDS" for each model of tests/data/seed_onnx named
on the command line, by its definition in that folder's README, and for the
check that rewrites/reduce/reduce_sum_merge.rule is: draw shapes and tensors,
compute both sides, compare; milliseconds of processor time a case.
"""

import random
import sys
import time

import torch

ROUNDS = 3
CASES = 2000


def best(run):
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def large(form):
    a = torch.randn(1, 500, 7, 4, 13, 8)
    b = torch.randn(1, 500, 7, 4, 13, 256)

    def product():
        return a.unsqueeze(-1) * b.view(1, 500, 7, 4, 13, 8, 32)

    forms = {
        "baseline": lambda: product().sum(2).sum(1).view(4, 13, 8, 32),
        "merged": lambda: product().sum((1, 2)).view(4, 13, 8, 32),
    }
    return forms[form]


def small(form, shape):
    n, c, h, w = shape
    a, b = torch.randn(shape), torch.randn(shape)
    forms = {
        "mulsum": lambda: (a * b).sum((2, 3)),
        "mulsumsum": lambda: (a * b).sum(3).sum(2),
        "dwconv": lambda: torch.nn.functional.conv2d(
            a.reshape(1, n * c, h, w), b.reshape(n * c, 1, h, w), groups=n * c
        ).reshape(n, c),
    }
    return forms[form]


def evaluation(model):
    parts = model.split("_")
    if len(parts) == 2:
        return large(parts[0])
    return small(parts[0], [int(size) for size in parts[1].split("x")])


def groups():
    """Five groups of axes, each of rank 0 to 2, with sizes of 1 to 6."""
    return [
        [random.randint(1, 6) for _ in range(random.randint(0, 2))]
        for _ in range(5)
    ]


def axes_of(drawn, which):
    first = sum(len(group) for group in drawn[:which])
    return list(range(first, first + len(drawn[which])))


def one_case():
    drawn = groups()
    while torch.Size(sum(drawn, [])).numel() > 4096:
        drawn = groups()
    x = torch.randint(-4, 5, sum(drawn, []), dtype=torch.float64)
    p, q = axes_of(drawn, 1), axes_of(drawn, 3)
    lhs = x.sum(q) if q else x
    lhs = lhs.sum(p) if p else lhs
    rhs = x.sum(p + q) if p + q else x
    if not torch.equal(lhs, rhs):
        raise SystemExit("the sides differ")


def fuzz():
    for _ in range(CASES):
        one_case()


def main():
    torch.set_num_threads(1)
    with torch.no_grad():
        for model in sys.argv[1:]:
            print(f"{model} torch {best(evaluation(model)):.4f}")
        print(f"fuzz torch {best(fuzz) / CASES:.6f}")


main()
