import {
  LAYOUTS,
  NO_WISHES,
  PANEL_IDS,
  PRESETS,
  arranged,
  groupOf,
  groupsOf,
  panelsIn,
  sizesKey,
  wishesFrom,
  withMoved,
  withPlaced,
  withPreset,
  withShown,
  withSizes,
  type Group,
  type Split,
  type Wishes,
} from './layout';

const splitsOf = (node: Split | Group): Split[] =>
  node.kind === 'group' ? [] : [node, ...node.parts.flatMap(({ of }) => splitsOf(of))];
const idsOf = (wishes: Wishes) => groupsOf(arranged(wishes) as Split).flatMap(({ panels }) => panels);

describe.each(PRESETS)('the preset %s', (preset) => {
  it('has every panel once, and shares that make a whole', () => {
    expect([...idsOf(withPreset(preset))].sort()).toEqual([...PANEL_IDS].sort());
    for (const { parts } of splitsOf(LAYOUTS[preset])) {
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    }
  });

  it('names each of its places and splits once', () => {
    const ids = [...groupsOf(LAYOUTS[preset]), ...splitsOf(LAYOUTS[preset])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a panel', () => {
  it('that is hidden leaves its place to the others', () => {
    const hidden = withShown(NO_WISHES, 'book', false);
    expect(idsOf(hidden)).not.toContain('book');
    expect((arranged(hidden) as Split).parts).toHaveLength(2);
    expect(withShown(hidden, 'book', true)).toEqual(NO_WISHES);
  });

  it('that stands alone is all there is, and none is nothing', () => {
    const all = (ids: readonly (typeof PANEL_IDS)[number][]) =>
      ids.reduce((wishes, panel) => withShown(wishes, panel, false), NO_WISHES);
    expect(arranged(all(PANEL_IDS.filter((id) => id !== 'form')))).toMatchObject({ kind: 'group', panels: ['form'] });
    expect(arranged(all(PANEL_IDS))).toBeNull();
  });

  it('goes where it is moved to, behind what is there, and leaves no empty place', () => {
    const moved = withMoved(NO_WISHES, 'book', groupOf('chart', NO_WISHES));
    expect(panelsIn(groupOf('chart', moved), moved)).toEqual(['chart', 'book']);
    expect((arranged(moved) as Split).parts).toHaveLength(2);
  });
});

describe('a panel that is put where another stands', () => {
  const places = (wishes: Wishes) => groupsOf(arranged(wishes) as Split).map(({ panels }) => panels.join(' '));
  const first = places(NO_WISHES);

  it('changes places with it, and all others stay', () => {
    const swapped = withPlaced(NO_WISHES, 'chart', 'book', 'swap');
    expect(places(swapped)).toEqual(
      first.map((panels) => (panels === 'chart' ? 'book' : panels === 'book' ? 'chart' : panels)),
    );
    expect(places(withPlaced(swapped, 'book', 'chart', 'swap'))).toEqual(first);
  });

  it('leaves those behind it where they are', () => {
    const swapped = withPlaced(NO_WISHES, 'trades', 'chart', 'swap');
    expect(panelsIn(groupOf('account', NO_WISHES), swapped)).toEqual(['account', 'markets', 'info', 'chart']);
    expect(panelsIn(groupOf('chart', NO_WISHES), swapped)).toEqual(['trades']);
  });

  it('stands behind it where it only joins it', () => {
    const joined = withPlaced(NO_WISHES, 'book', 'orders', 'join');
    expect(panelsIn(groupOf('orders', NO_WISHES), joined)).toEqual(['orders', 'book']);
    expect(places(joined)).toHaveLength(first.length - 1);
  });

  it('of the same place changes nothing that is seen', () => {
    expect(places(withPlaced(NO_WISHES, 'trades', 'info', 'swap'))).toEqual(first);
    expect(places(withPlaced(NO_WISHES, 'trades', 'trades', 'join'))).toEqual(first);
  });
});

describe('sizes', () => {
  it('belong to the parts that are seen', () => {
    const whole = arranged(NO_WISHES) as Split;
    const without = arranged(withShown(NO_WISHES, 'book', false)) as Split;
    const wishes = withSizes(NO_WISHES, whole, { market: 50, c: 30, entry: 20 });
    expect(wishes.sizes[sizesKey(whole)]).toEqual({ market: 50, c: 30, entry: 20 });
    expect(wishes.sizes[sizesKey(without)]).toBeUndefined();
  });
});

describe('what was kept', () => {
  it('comes back as it was', () => {
    const split = arranged(withPreset('compact')) as Split;
    const wishes = withSizes(withMoved(withShown(withPreset('compact'), 'info', false), 'trades', 'e'), split, {
      a: 40,
    });
    expect(wishesFrom(JSON.stringify(wishes))).toEqual(wishes);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"preset":"none","hidden":"all","moved":[],"sizes":7}',
    '{"hidden":["nothing"],"moved":{"book":"nowhere"},"sizes":{"standard a":{"a":"wide"},"b":{"c":-1}}}',
  ])('counts as nothing where it is not understood: %s', (kept) => {
    expect(wishesFrom(kept)).toEqual(NO_WISHES);
  });
});
