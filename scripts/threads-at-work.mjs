// Has the projectors follow an exchange that does a little of everything once, and end: what V8 compiles on the way is kept beside their
// file by `keepCompiledAtEnd`. For `bundle-threads.mjs`, which says where the built server lies and what is kept under which name.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [server, file, digest] = process.argv.slice(2);
const load = createRequire(path.join(server, 'main.js'));
const threads = load('node:worker_threads');
let isKept = false;

threads.Worker = class extends threads.Worker {
  constructor(thread, options) {
    super(...beginningOf(String(thread), options));
  }
};

/** The first thread of this file, that of the views, begins with what keeps it; all others as they are. */
function beginningOf(thread, options) {
  if (isKept || thread.replace(/(?:[.]bundle)?[.]js$/, '.code.js') !== file) return [thread, options];
  isKept = true;
  const [runner, ...given] = [path.join(server, 'journal/compiled.js'), file, digest].map((text) =>
    JSON.stringify(text),
  );
  return [`require(${runner}).keepCompiledAtEnd(${given.join()})`, { ...options, eval: true }];
}

const { openEngine } = load('./engine/engine.js');
const { openJournal } = load('./journal/source.js');
const { startProjectors } = load('./views/stored/projectors.js');

const ADMIN = 'admin/10000009';
const [SELLER, BUYER] = [10_000_001, 10_000_002];
const MARKET = {
  ...{ market: 'BTC-USDT', base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.001', referencePrice: 100 },
  ...{ quantityMin: 1, quantityMax: 1_000_000, notionalMin: 10n, priceLowest: 2, priceHighest: 1_000_000 },
  ...{ makerFeesPpb: [0], takerFeesPpb: [0], openOrdersMax: 200, bandPpb: 100_000_000 },
};
const order = (user, side, quantity) => ({
  actor: `user/${user}`,
  command: {
    ...{ type: 'PlaceOrder', user, market: 'BTC-USDT', side, kind: 'limit', price: 100, quantity },
    ...{ timeInForce: 'gtc', selfTrade: 'cancel_taker' },
  },
});
const COMMANDS = [
  ...[
    { type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n },
    { type: 'ListAsset', asset: 'USDT', scale: 5, withdrawalFee: 10n, withdrawalMin: 100n },
    { type: 'ListMarket', ...MARKET },
    { type: 'SetMarketState', market: 'BTC-USDT', state: 'open' },
  ].map((command) => ({ actor: ADMIN, command })),
  ...[SELLER, BUYER].flatMap((user) => [
    { actor: 'registrar', command: { type: 'RegisterMember', user } },
    { actor: ADMIN, command: { type: 'VerifyMember', user } },
    ...['BTC', 'USDT'].map((asset) => ({
      actor: 'demo',
      command: { type: 'CreditRecharge', user, asset, amount: 1_000_000n, reference: `work/${user}/${asset}` },
    })),
  ]),
  order(SELLER, 'sell', 5),
  order(BUYER, 'buy', 3),
];

async function work(directory) {
  const fail = (error) => {
    throw error;
  };
  const { journal, followerSource } = await openJournal({
    kind: 'embedded',
    directory: path.join(directory, 'journal'),
    core: 'work',
  });
  const engine = await openEngine({ journal, snapshots: null, clock: Date.now, pendingMax: 100, onFatal: fail });
  const projectors = await startProjectors({ dataDir: directory }, followerSource, () => undefined);
  for (const [index, envelope] of COMMANDS.entries()) {
    const outcome = await engine.submit(envelope);
    if ('rejected' in outcome) throw new Error(`command ${index + 1}: ${outcome.rejected}`);
  }
  await projectors.all.waitFor(journal.head().position, 60_000);
  await engine.close();
  await projectors.all.stop();
  await journal.close();
  if (!isKept) throw new Error(`no thread of ${file} has begun`);
}

const directory = mkdtempSync(path.join(tmpdir(), 'exchange-at-work-'));
try {
  await work(directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
