/** Which components are rendered, by name, as React tells its developer tools (`test/support/jsdom-setup.cjs`). */

interface Fiber {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** React's mark on what has done work in a commit. */
const PERFORMED_WORK = 1;

interface DeveloperTools {
  onCommitFiberRoot?: (id: number, root: { current: Fiber }) => void;
}

/** Names of the components that `deed` made render, each as often as it did, in the order of the tree. */
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

/** What was left as it was is the very same below: there is nothing to look for. */
function visit(fiber: Fiber, names: string[]): void {
  const before = fiber.alternate;
  const hasRendered = before === null || (fiber.flags & PERFORMED_WORK) !== 0;
  if (hasRendered && typeof fiber.type === 'function' && fiber.type.name !== '') names.push(fiber.type.name);
  if (before && before.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child, names);
}
