/** The user's open second contracts, and those that were settled while they were watched, folded from the private channel. */
import { useSelector } from 'react-redux';
import type { OptionPush } from '../../../../../shared/wire/market-data';
import type {
  OpenOption,
  OpenOptions,
  OptionUpdate,
  SettledOption,
} from '../../../../../shared/products/option/stream';
import { createChannel, type ChannelState } from '../../../shared/stream/channel';
import { useInterest } from '../../../shared/stream/interest';
import { afterPush } from '../../../shared/stream/private-push';
import { keyOf } from '../../../shared/stream/stream-events';

interface Known {
  /** Journal position up to which everything is known; goes on with each beat. */
  seq: number | null;
  /** That of the latest change; null before the first snapshot. */
  position: number | null;
  /** In order of purchase. */
  contracts: readonly OpenOption[];
  /** Settled since the page was opened, oldest first: what the user may be told. */
  news: readonly SettledOption[];
}

export type OptionsState = ChannelState<Known, OptionPush>;

/** More than is told of at once. */
const NEWS_KEPT_MAX = 100;
const TOPIC = keyOf({ channel: 'option' });

export const optionsSlice = createChannel<'options', Known, OpenOptions, OptionPush>({
  name: 'options',
  channel: 'option',
  unknown: { seq: null, position: null, contracts: [], news: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, contracts }, { news }) => ({ seq: position, position, contracts, news }),
  after: (known, push) => afterPush(known, push, knownAfter),
});

type WithOptions = { options: OptionsState };

/** The journal position of the latest change; null before anything is known. */
export const selectOptionsPosition = (state: WithOptions) => optionsSlice.select(state, TOPIC).position;
export const selectOptionNews = (state: WithOptions) => optionsSlice.select(state, TOPIC).news;
export const selectOptionsLiveness = (state: WithOptions) => optionsSlice.select(state, TOPIC).liveness;

/** Of who is logged in; undefined for a visitor, and until the stream has told it. */
export function useOpenOptions(): readonly OpenOption[] | undefined {
  const isLogin = useSelector(({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1);
  useInterest(isLogin ? { channel: 'option' } : null);
  return useSelector((state: WithOptions) => {
    const { position, contracts } = optionsSlice.select(state, TOPIC);
    return position === null ? undefined : contracts;
  });
}

/** A contract that changed keeps its place; one that was settled goes. */
function knownAfter(known: Known, { position, contracts, settled }: OptionUpdate): Known {
  const byId = new Map(known.contracts.map((one) => [one.contract, one]));
  for (const one of contracts) byId.set(one.contract, one);
  for (const { contract } of settled) byId.delete(contract);
  return {
    ...known,
    position,
    contracts: [...byId.values()],
    news: settled.length === 0 ? known.news : [...known.news, ...settled].slice(-NEWS_KEPT_MAX),
  };
}
