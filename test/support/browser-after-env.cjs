/* global jest */
// A busy machine is slow, not wrong: a walk through a screen may take several times what it takes alone. And pages that are
// slowed down on purpose take that many times as long.
jest.setTimeout(240_000 * Number(process.env.BROWSER_SLOWDOWN ?? 1));
