/* global jest */
// A busy machine is slow, not wrong: a walk through a screen may take several times what it takes alone.
jest.setTimeout(240_000);
