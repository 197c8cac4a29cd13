/** The user's open second contracts, and those that were settled while the page was open, folded from the private channel. */
import { useSelector } from 'react-redux';
import type { OptionPush } from '../../../../shared/wire/market-data';
import type { OpenOption, OpenOptions, OptionUpdate, SettledOption } from '../../../../shared/wire/option-stream';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { useInterest } from '../../shared/stream/interest';
import { keyOf } from '../../shared/stream/stream-events';

interface Known {
  /** Journal position up to which everything is known; goes on with each beat. */
  seq: number | null;
  /** That of the latest change; null before the first snapshot. */
  position: number | null;
  open: Readonly<Record<string, OpenOption>>;
  /** Newest last: what the user may be told. */
  settled: readonly SettledOption[];
}

export type OptionsState = ChannelState<Known, OptionPush>;

const SETTLED_KEPT_MAX = 100;
const TOPIC = keyOf({ channel: 'option' });

export const optionsSlice = createChannel<'options', Known, OpenOptions, OptionPush>({
  name: 'options',
  channel: 'option',
  unknown: { seq: null, position: null, open: {}, settled: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, contracts }, { settled }) => ({
    seq: position,
    position,
    open: Object.fromEntries(contracts.map((contract) => [contract.contract, contract])),
    settled,
  }),
  after: (known, { from, to, updates }) => {
    const { seq } = known;
    if (seq === null || from > seq) return null;
    if (to <= seq) return known;
    return { ...updates.filter(({ position }) => position > seq).reduce(optionsAfter, known), seq: to };
  },
});

function optionsAfter(known: Known, { position, contracts, settled }: OptionUpdate): Known {
  const open = { ...known.open };
  for (const contract of contracts) open[contract.contract] = contract;
  for (const { contract } of settled) delete open[contract];
  return { seq: position, position, open, settled: [...known.settled, ...settled].slice(-SETTLED_KEPT_MAX) };
}

type WithOptions = { options: OptionsState };
const select = (state: WithOptions) => optionsSlice.select(state, TOPIC);

export const selectOptionsPosition = (state: WithOptions) => select(state).position;
const selectSettled = (state: WithOptions) => select(state).settled;
const selectOpen = (state: WithOptions) => select(state).open;

/** Newest first; undefined for a visitor, and until the stream has told them. */
export function useOpenOptions(): readonly OpenOption[] | undefined {
  const isLogin = useSelector(({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1);
  useInterest(isLogin ? { channel: 'option' } : null);
  const open = useSelector(selectOpen);
  const isKnown = useSelector(selectOptionsPosition) !== null;
  return isKnown ? Object.values(open).sort((a, b) => Number(b.contract) - Number(a.contract)) : undefined;
}

/** Those that were settled since the page was opened, oldest first. */
export function useSettledOptions(): readonly SettledOption[] {
  return useSelector(selectSettled);
}
