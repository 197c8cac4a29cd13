import {
  LAYOUTS,
  NO_PREFERENCES,
  PANEL_IDS,
  PRESETS,
  arrangePanels,
  groupOf,
  groupsOf,
  panelsIn,
  sizesKey,
  parseLayoutPreferences,
  withMoved,
  withPlaced,
  withPreset,
  withShown,
  withSizes,
  type Group,
  type Split,
  type LayoutPreferences,
} from './layout';

const splitsOf = (node: Split | Group): Split[] =>
  node.kind === 'group' ? [] : [node, ...node.parts.flatMap(({ child: of }) => splitsOf(of))];
const idsOf = (wishes: LayoutPreferences) => groupsOf(arrangePanels(wishes) as Split).flatMap(({ panels }) => panels);

describe.each(PRESETS)('preset %s', (preset) => {
  it('has each panel once and shares that add up to 100', () => {
    expect([...idsOf(withPreset(preset))].sort()).toEqual([...PANEL_IDS].sort());
    for (const { parts } of splitsOf(LAYOUTS[preset])) {
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    }
  });

  it('has unique place and split ids', () => {
    const ids = [...groupsOf(LAYOUTS[preset]), ...splitsOf(LAYOUTS[preset])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('panel', () => {
  it('gives its space to the others when hidden', () => {
    const hidden = withShown(NO_PREFERENCES, 'book', false);
    expect(idsOf(hidden)).not.toContain('book');
    expect((arrangePanels(hidden) as Split).parts).toHaveLength(2);
    expect(withShown(hidden, 'book', true)).toEqual(NO_PREFERENCES);
  });

  it('fills the terminal when it is the only one; none is null', () => {
    const all = (ids: readonly (typeof PANEL_IDS)[number][]) =>
      ids.reduce((wishes, panel) => withShown(wishes, panel, false), NO_PREFERENCES);
    expect(arrangePanels(all(PANEL_IDS.filter((id) => id !== 'form')))).toMatchObject({
      kind: 'group',
      panels: ['form'],
    });
    expect(arrangePanels(all(PANEL_IDS))).toBeNull();
  });

  it('moves behind the panels of its target and leaves no empty place', () => {
    const moved = withMoved(NO_PREFERENCES, 'book', groupOf('chart', NO_PREFERENCES));
    expect(panelsIn(groupOf('chart', moved), moved)).toEqual(['chart', 'book']);
    expect((arrangePanels(moved) as Split).parts).toHaveLength(2);
  });
});

describe('panel placed on another', () => {
  const places = (wishes: LayoutPreferences) =>
    groupsOf(arrangePanels(wishes) as Split).map(({ panels }) => panels.join(' '));
  const first = places(NO_PREFERENCES);

  it('swaps with it; all others stay', () => {
    const swapped = withPlaced(NO_PREFERENCES, 'chart', 'book', 'swap');
    expect(places(swapped)).toEqual(
      first.map((panels) => (panels === 'chart' ? 'book' : panels === 'book' ? 'chart' : panels)),
    );
    expect(places(withPlaced(swapped, 'book', 'chart', 'swap'))).toEqual(first);
  });

  it('leaves the panels behind it in place', () => {
    const swapped = withPlaced(NO_PREFERENCES, 'trades', 'chart', 'swap');
    expect(panelsIn(groupOf('account', NO_PREFERENCES), swapped)).toEqual(['account', 'markets', 'info', 'chart']);
    expect(panelsIn(groupOf('chart', NO_PREFERENCES), swapped)).toEqual(['trades']);
  });

  it('stands behind it when joining', () => {
    const joined = withPlaced(NO_PREFERENCES, 'book', 'orders', 'join');
    expect(panelsIn(groupOf('orders', NO_PREFERENCES), joined)).toEqual(['orders', 'book']);
    expect(places(joined)).toHaveLength(first.length - 1);
  });

  it('in the same place changes nothing visible', () => {
    expect(places(withPlaced(NO_PREFERENCES, 'trades', 'info', 'swap'))).toEqual(first);
    expect(places(withPlaced(NO_PREFERENCES, 'trades', 'trades', 'join'))).toEqual(first);
  });
});

describe('sizes', () => {
  it('apply to the visible parts only', () => {
    const whole = arrangePanels(NO_PREFERENCES) as Split;
    const without = arrangePanels(withShown(NO_PREFERENCES, 'book', false)) as Split;
    const wishes = withSizes(NO_PREFERENCES, whole, { market: 50, c: 30, entry: 20 });
    expect(wishes.sizes[sizesKey(whole)]).toEqual({ market: 50, c: 30, entry: 20 });
    expect(wishes.sizes[sizesKey(without)]).toBeUndefined();
  });
});

describe('stored layout', () => {
  it('is restored', () => {
    const split = arrangePanels(withPreset('compact')) as Split;
    const wishes = withSizes(withMoved(withShown(withPreset('compact'), 'info', false), 'trades', 'e'), split, {
      a: 40,
    });
    expect(parseLayoutPreferences(JSON.stringify(wishes))).toEqual(wishes);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"preset":"none","hidden":"all","moved":[],"sizes":7}',
    '{"hidden":["nothing"],"moved":{"book":"nowhere"},"sizes":{"standard a":{"a":"wide"},"b":{"c":-1}}}',
  ])('is ignored if invalid: %s', (kept) => {
    expect(parseLayoutPreferences(kept)).toEqual(NO_PREFERENCES);
  });
});
