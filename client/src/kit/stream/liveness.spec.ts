import {
  MISFITS_MAX,
  SILENCE_MS_MAX,
  INITIAL_LIVENESS,
  afterSilence,
  withSubscribe,
  withMessage,
  withMisfit,
  phaseShown,
  withRefusal,
  synchronised,
  worstOf,
  type Liveness,
} from './liveness';

const NOW = 1_760_000_000_000;

describe('channel liveness', () => {
  it('starts with the first snapshot', () => {
    expect(withSubscribe(INITIAL_LIVENESS).phase).toBe('loading');
    expect(withMessage(INITIAL_LIVENESS, NOW).phase).toBe('loading');
    expect(synchronised(NOW)).toEqual({ phase: 'live', isInStep: true, heardAt: NOW, fault: null, misfits: 0 });
  });

  it('ends 1 ms after the maximum silence', () => {
    const live = synchronised(NOW);
    expect(afterSilence(live, NOW + SILENCE_MS_MAX)).toBe(live);
    expect(afterSilence(live, NOW + SILENCE_MS_MAX + 1).phase).toBe('stale');
  });

  it('recovers with a message after silence, but only with a snapshot after a gap', () => {
    const stale = afterSilence(synchronised(NOW), NOW + 60_000);
    expect(withMessage(stale, NOW + 60_001).phase).toBe('live');
    const behind = withMisfit(synchronised(NOW), NOW + 1);
    expect(withMessage(behind, NOW + 2)).toBe(behind);
    // The same holds once it has turned stale while waiting for an answer.
    const waiting = afterSilence(withSubscribe(behind), NOW + 60_000);
    expect(waiting.phase).toBe('stale');
    expect(withMessage(waiting, NOW + 60_001).phase).toBe('stale');
    expect(synchronised(NOW + 3).phase).toBe('live');
  });

  it('keeps the refusal’s reason until a snapshot arrives', () => {
    const no = withRefusal(INITIAL_LIVENESS, 'Market not found.');
    expect(no).toMatchObject({ phase: 'stale', fault: 'Market not found.' });
    expect(withSubscribe(no)).toMatchObject({ phase: 'stale', fault: 'Market not found.' });
  });

  it('stays stale on a new request; a live one is resyncing meanwhile', () => {
    expect(withSubscribe(afterSilence(synchronised(NOW), NOW + 60_000)).phase).toBe('stale');
    expect(withSubscribe(synchronised(NOW))).toMatchObject({ phase: 'resyncing', isInStep: false });
    expect(withRefusal(INITIAL_LIVENESS, null).phase).toBe('stale');
  });

  it('is stale after too many misfits, until a message follows a snapshot', () => {
    const misfits = (count: number) =>
      Array.from({ length: count }).reduce<Liveness>((before) => withMisfit(before, NOW), synchronised(NOW));
    expect(misfits(MISFITS_MAX).phase).toBe('resyncing');
    expect(synchronised(NOW, misfits(MISFITS_MAX)).phase).toBe('live');
    const useless = misfits(MISFITS_MAX + 1);
    expect(useless.phase).toBe('stale');
    const again = synchronised(NOW + 1, useless);
    expect(again).toMatchObject({ phase: 'stale', isInStep: true });
    expect(withMessage(again, NOW + 2)).toEqual(synchronised(NOW + 2));
  });

  it('is never live without a connection', () => {
    expect(phaseShown('live', true)).toBe('stale');
    expect(phaseShown('live', false)).toBe('live');
  });

  it('of several channels is the worst one', () => {
    expect(worstOf([])).toBe('live');
    expect(worstOf(['live', 'resyncing', 'loading'])).toBe('resyncing');
    expect(worstOf(['resyncing', 'stale', 'live'])).toBe('stale');
  });
});
