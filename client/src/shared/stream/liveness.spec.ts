import {
  MISFITS_MAX,
  SILENCE_MS_MAX,
  UNHEARD,
  afterSilence,
  asked,
  heard,
  outOfStep,
  phaseShown,
  refused,
  synchronised,
  worstOf,
  type Liveness,
} from './liveness';

const NOW = 1_760_000_000_000;

describe('liveness of a channel', () => {
  it('begins with the first snapshot', () => {
    expect(asked(UNHEARD).phase).toBe('loading');
    expect(heard(UNHEARD, NOW).phase).toBe('loading');
    expect(synchronised(NOW)).toEqual({ phase: 'live', isInStep: true, heardAt: NOW, fault: null, misfits: 0 });
  });

  it('ends one millisecond after the longest silence', () => {
    const live = synchronised(NOW);
    expect(afterSilence(live, NOW + SILENCE_MS_MAX)).toBe(live);
    expect(afterSilence(live, NOW + SILENCE_MS_MAX + 1).phase).toBe('stale');
  });

  it('comes back with a message after silence, but only with a snapshot after a gap', () => {
    const stale = afterSilence(synchronised(NOW), NOW + 60_000);
    expect(heard(stale, NOW + 60_001).phase).toBe('live');
    const behind = outOfStep(synchronised(NOW), NOW + 1);
    expect(heard(behind, NOW + 2)).toBe(behind);
    // Not even once it has turned stale, waiting for an answer.
    const waiting = afterSilence(asked(behind), NOW + 60_000);
    expect(waiting.phase).toBe('stale');
    expect(heard(waiting, NOW + 60_001).phase).toBe('stale');
    expect(synchronised(NOW + 3).phase).toBe('live');
  });

  it('keeps the reason of a refusal until a snapshot comes', () => {
    const no = refused(UNHEARD, 'Market not found.');
    expect(no).toMatchObject({ phase: 'stale', fault: 'Market not found.' });
    expect(asked(no)).toMatchObject({ phase: 'stale', fault: 'Market not found.' });
  });

  it('is not made better by asking, and is in doubt while a live one asks again', () => {
    expect(asked(afterSilence(synchronised(NOW), NOW + 60_000)).phase).toBe('stale');
    expect(asked(synchronised(NOW))).toMatchObject({ phase: 'resyncing', isInStep: false });
    expect(refused(UNHEARD, null).phase).toBe('stale');
  });

  it('is stale after so many misfits, until a message goes on from a snapshot', () => {
    const misfits = (count: number) =>
      Array.from({ length: count }).reduce<Liveness>((before) => outOfStep(before, NOW), synchronised(NOW));
    expect(misfits(MISFITS_MAX).phase).toBe('resyncing');
    expect(synchronised(NOW, misfits(MISFITS_MAX)).phase).toBe('live');
    const useless = misfits(MISFITS_MAX + 1);
    expect(useless.phase).toBe('stale');
    const again = synchronised(NOW + 1, useless);
    expect(again).toMatchObject({ phase: 'stale', isInStep: true });
    expect(heard(again, NOW + 2)).toEqual(synchronised(NOW + 2));
  });

  it('is never live without a connection', () => {
    expect(phaseShown('live', true)).toBe('stale');
    expect(phaseShown('live', false)).toBe('live');
  });

  it('of several channels is that of the worst', () => {
    expect(worstOf([])).toBe('live');
    expect(worstOf(['live', 'resyncing', 'loading'])).toBe('resyncing');
    expect(worstOf(['resyncing', 'stale', 'live'])).toBe('stale');
  });
});
