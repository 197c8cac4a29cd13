/** The user's open second contracts, and those settled while the page is open, folded from the private channel. */
import { useSelector } from 'react-redux';
import type {
  OpenOption,
  OpenOptions,
  OptionUpdate,
  SettledOption,
  OptionPush,
} from '../../../../../shared/products/option/stream';
import { createChannel, type ChannelState } from '../../../kit/stream/channel';
import { useInterest } from '../../../kit/stream/interest';
import { afterPush } from '../../../kit/stream/private-push';
import { keyOf } from '../../../kit/stream/stream-events';

interface Known {
  /** Journal position up to which the state is complete; advances with each heartbeat. */
  seq: number | null;
  /** Journal position of the latest change; null before the first snapshot. */
  position: number | null;
  /** In order of purchase. */
  contracts: readonly OpenOption[];
  /** Contracts settled since the page was opened, oldest first, for notifications. */
  news: readonly SettledOption[];
}

export type OptionsState = ChannelState<Known, OptionPush>;

/** Exceeds the number of notifications shown at once. */
const NEWS_KEPT_MAX = 100;
const TOPIC = keyOf({ channel: 'option' });

export const optionsSlice = createChannel<'options', Known, OpenOptions, OptionPush>({
  name: 'options',
  channel: 'option',
  unknown: { seq: null, position: null, contracts: [], news: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, contracts }, { news }) => ({ seq: position, position, contracts, news }),
  after: (state, push) => afterPush(state, push, stateAfter),
});

type WithOptions = { options: OptionsState };

/** Journal position of the latest change; null before the first snapshot. */
export const selectOptionsPosition = (state: WithOptions) => optionsSlice.select(state, TOPIC).position;
export const selectOptionNews = (state: WithOptions) => optionsSlice.select(state, TOPIC).news;
export const selectOptionsLiveness = (state: WithOptions) => optionsSlice.select(state, TOPIC).liveness;

/** The logged-in user's open contracts; undefined for visitors and until the first snapshot. */
export function useOpenOptions(): readonly OpenOption[] | undefined {
  const isLogin = useSelector(({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1);
  useInterest(isLogin ? { channel: 'option' } : null);
  return useSelector((state: WithOptions) => {
    const { position, contracts } = optionsSlice.select(state, TOPIC);
    return position === null ? undefined : contracts;
  });
}

/** Changed contracts keep their place; settled ones are removed. */
function stateAfter(state: Known, { position, contracts, settled }: OptionUpdate): Known {
  const byId = new Map(state.contracts.map((one) => [one.contract, one]));
  for (const one of contracts) byId.set(one.contract, one);
  for (const { contract } of settled) byId.delete(contract);
  return {
    ...state,
    position,
    contracts: [...byId.values()],
    news: settled.length === 0 ? state.news : [...state.news, ...settled].slice(-NEWS_KEPT_MAX),
  };
}
