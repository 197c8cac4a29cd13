// What `client/build/coins.mjs` makes of the package, for tests that no bundler has seen.
const { version } = require('cryptocurrency-icons/package.json');

exports.PLACE = `/assets/coins-${version}`;
exports.COINS = Object.fromEntries(
  require('cryptocurrency-icons/manifest.json').map(({ symbol, name }) => [symbol.toUpperCase(), name]),
);
