/** Counts renders by component name through React's developer-tools hook (`test/support/jsdom-setup.cjs`). */

interface Fiber {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** React's fiber flag for components that did work in a commit. */
const PERFORMED_WORK = 1;

interface DeveloperTools {
  onCommitFiberRoot?: (id: number, root: { current: Fiber }) => void;
}

/** Names of components that rendered during `deed`, one entry per render, in tree order. */
export async function renderedBy(deed: () => Promise<void>): Promise<string[]> {
  const { __REACT_DEVTOOLS_GLOBAL_HOOK__: tools } = globalThis as unknown as {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: DeveloperTools;
  };
  const names: string[] = [];
  tools.onCommitFiberRoot = (_id, { current }) => visit(current, names);
  await deed();
  delete tools.onCommitFiberRoot;
  return names;
}

/** An unchanged subtree keeps its child fiber, so it is skipped. */
function visit(fiber: Fiber, names: string[]): void {
  const before = fiber.alternate;
  const hasRendered = before === null || (fiber.flags & PERFORMED_WORK) !== 0;
  if (hasRendered && typeof fiber.type === 'function' && fiber.type.name !== '') names.push(fiber.type.name);
  if (before && before.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child, names);
}
