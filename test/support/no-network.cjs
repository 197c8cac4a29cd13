// Tests cannot reach a network that they have not stubbed.
globalThis.fetch = async () => {
  throw new TypeError('Failed to fetch');
};
