/**
 * Radix tree of price levels: finds a level by its price, or the neighbour of a level about to open. One tree per side,
 * 6 digits of 5 bits, a bitmap of children in each node.
 */
import { doubleCapacity, NONE, type PoolView } from './typed-arrays';

/** Prices are integers from 1 to this many ticks: 30 bits, the six digits of the tree. */
export const TICKS_MAX = 2 ** 30 - 1;

export const BUY = 0;
export const SELL = 1;
/** Each side's number is the index of its root node. */
export type SideNumber = typeof BUY | typeof SELL;

export interface PriceTree {
  /** Nodes with 32 children each: nodes, or levels under the last digit. Nodes 0 and 1 are the roots. */
  nodeChildren: Int32Array;
  nodeBitmaps: Int32Array;
  nodesUsed: number;
  nodeFree: number;
}

const DIGIT_BITS = 5;
const DIGIT_MASK = 31;
const ROOT_SHIFT = 25;

const NODES_AT_START = 16;

export function createTree(): PriceTree {
  return {
    nodeChildren: new Int32Array(NODES_AT_START << DIGIT_BITS).fill(NONE),
    nodeBitmaps: new Int32Array(NODES_AT_START),
    nodesUsed: 2,
    nodeFree: NONE,
  };
}

/** The level of a price; `NONE` if it is not open. */
export function levelAt(view: PoolView<PriceTree>, side: SideNumber, ticks: number): number {
  const { nodeChildren } = view;
  const key = keyOf(side, ticks);
  let child: number = side;
  for (let shift = ROOT_SHIFT; shift >= 0; shift -= DIGIT_BITS) {
    child = nodeChildren[(child << DIGIT_BITS) | ((key >>> shift) & DIGIT_MASK)];
    if (child === NONE) return NONE;
  }
  return child;
}

/** Lower keys have higher priority: sell prices are unchanged, buy prices mirrored. */
function keyOf(side: SideNumber, ticks: number): number {
  return side === BUY ? ticks ^ TICKS_MAX : ticks;
}

/** Inserts a level and returns its next better neighbour; `NONE` if it is the best. */
export function enterInTree(tree: PriceTree, side: SideNumber, ticks: number, level: number): number {
  const key = keyOf(side, ticks);
  let node: number = side;
  // The better neighbour hangs below the last node on the way down that has a child left of ours.
  let forkNode = NONE;
  let forkShift = 0;
  let forkDigits = 0;
  for (let shift = ROOT_SHIFT; ; shift -= DIGIT_BITS) {
    const digit = (key >>> shift) & DIGIT_MASK;
    const bitmap = tree.nodeBitmaps[node];
    const betterDigits = bitmap & ~(-1 << digit);
    if (betterDigits !== 0) {
      forkNode = node;
      forkShift = shift;
      forkDigits = betterDigits;
    }
    tree.nodeBitmaps[node] = bitmap | (1 << digit);
    const field = (node << DIGIT_BITS) | digit;
    if (shift === 0) {
      tree.nodeChildren[field] = level;
      break;
    }
    let child = tree.nodeChildren[field];
    if (child === NONE) {
      child = takeNode(tree);
      tree.nodeChildren[field] = child;
    }
    node = child;
  }
  return forkNode === NONE ? NONE : worstLevelBelow(tree, forkNode, forkShift, forkDigits);
}

/** The last level under a node, restricted to the given digits of that node. */
function worstLevelBelow(view: PoolView<PriceTree>, fromNode: number, fromShift: number, fromDigits: number): number {
  let child = view.nodeChildren[(fromNode << DIGIT_BITS) | lastDigit(fromDigits)];
  for (let shift = fromShift; shift > 0; shift -= DIGIT_BITS) {
    child = view.nodeChildren[(child << DIGIT_BITS) | lastDigit(view.nodeBitmaps[child])];
  }
  return child;
}

function lastDigit(bitmap: number): number {
  return 31 - Math.clz32(bitmap);
}

/** Removes a level's key and frees the nodes that no other key needs. */
export function leaveTree(tree: PriceTree, side: SideNumber, ticks: number): void {
  const { nodeChildren, nodeBitmaps } = tree;
  const key = keyOf(side, ticks);
  // Everything below the last node that has another child serves this key alone.
  let cutNode: number = side;
  let cutShift = ROOT_SHIFT;
  let node: number = side;
  for (let shift = ROOT_SHIFT; shift >= 0; shift -= DIGIT_BITS) {
    const digit = (key >>> shift) & DIGIT_MASK;
    if ((nodeBitmaps[node] & ~(1 << digit)) !== 0) {
      cutNode = node;
      cutShift = shift;
    }
    node = nodeChildren[(node << DIGIT_BITS) | digit];
  }
  for (let shift = cutShift, freed = cutNode; shift >= 0; shift -= DIGIT_BITS) {
    const digit = (key >>> shift) & DIGIT_MASK;
    const field = (freed << DIGIT_BITS) | digit;
    const child = nodeChildren[field];
    nodeChildren[field] = NONE;
    nodeBitmaps[freed] &= ~(1 << digit);
    if (freed !== cutNode) {
      // A free node equals a new one, except that its bitmap links to the next free node.
      nodeBitmaps[freed] = tree.nodeFree;
      tree.nodeFree = freed;
    }
    freed = child;
  }
}

function takeNode(tree: PriceTree): number {
  const freed = tree.nodeFree;
  if (freed !== NONE) {
    tree.nodeFree = tree.nodeBitmaps[freed];
    tree.nodeBitmaps[freed] = 0;
    return freed;
  }
  if (tree.nodesUsed === tree.nodeBitmaps.length) {
    const usedChildren = tree.nodeChildren.length;
    tree.nodeBitmaps = doubleCapacity(tree.nodeBitmaps);
    tree.nodeChildren = doubleCapacity(tree.nodeChildren).fill(NONE, usedChildren);
  }
  return tree.nodesUsed++;
}
