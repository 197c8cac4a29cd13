// No test reaches a network it has not stubbed.
globalThis.fetch = async () => {
  throw new TypeError('Failed to fetch');
};
