/**
 * Layout of the terminal's panels as data: presets and the user's changes. All functions are pure; `terminal-layout.tsx` renders the layout and
 * `use-layout-preferences.ts` stores it.
 */

/** Each product has some of these panels. `account` shows the product's own account. */
export const PANEL_IDS = ['chart', 'book', 'trades', 'form', 'orders', 'markets', 'info', 'account'] as const;
export type PanelId = (typeof PANEL_IDS)[number];

export const PRESETS = ['standard', 'chart', 'compact'] as const;
export type Preset = (typeof PRESETS)[number];

/** Panels in one place, shown as tabs. */
export interface Group {
  kind: 'group';
  id: string;
  panels: readonly PanelId[];
}

export interface Split {
  kind: 'row' | 'column';
  id: string;
  parts: readonly Part[];
}

export interface Part {
  /** Percentage of the split. */
  share: number;
  /** Minimum size as a CSS length. */
  min: string;
  child: Group | Split;
}

/** The user's changes to a preset. */
export interface LayoutPreferences {
  preset: Preset;
  hidden: readonly PanelId[];
  /** Group id by moved panel. */
  moved: Readonly<Partial<Record<PanelId, string>>>;
  /** Percentages of the parts, by split. */
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const NO_PREFERENCES: LayoutPreferences = { preset: 'standard', hidden: [], moved: {}, sizes: {} };

const group = (id: string, ...panels: PanelId[]): Group => ({ kind: 'group', id, panels });
const row = (id: string, ...parts: Part[]): Split => ({ kind: 'row', id, parts });
const column = (id: string, ...parts: Part[]): Split => ({ kind: 'column', id, parts });
const part = (share: number, min: string, child: Group | Split): Part => ({ share, min, child });

export const LAYOUTS: Readonly<Record<Preset, Split>> = {
  standard: row(
    'standard',
    part(66, '24rem', column('market', part(66, '14rem', group('a', 'chart')), part(34, '9rem', group('b', 'orders')))),
    part(16, '15rem', group('c', 'book')),
    part(
      18,
      '17rem',
      column(
        'entry',
        part(66, '31rem', group('d', 'form')),
        part(34, '5rem', group('e', 'account', 'trades', 'markets', 'info')),
      ),
    ),
  ),
  chart: row(
    'chart',
    part(80, '24rem', column('market', part(80, '14rem', group('a', 'chart')), part(20, '8rem', group('b', 'orders')))),
    part(
      20,
      '17rem',
      column(
        'entry',
        part(54, '20rem', group('c', 'form')),
        part(46, '10rem', group('d', 'book', 'trades', 'markets', 'info', 'account')),
      ),
    ),
  ),
  compact: row(
    'compact',
    part(
      24,
      '12rem',
      column(
        'lists',
        part(50, '10rem', group('a', 'markets')),
        part(50, '8rem', group('b', 'trades', 'info', 'account')),
      ),
    ),
    part(40, '18rem', column('market', part(62, '12rem', group('c', 'chart')), part(38, '9rem', group('d', 'orders')))),
    part(18, '14rem', group('e', 'book')),
    part(18, '16rem', group('f', 'form')),
  ),
};

export function groupsOf(layout: Split | Group): readonly Group[] {
  return layout.kind === 'group' ? [layout] : layout.parts.flatMap(({ child }) => groupsOf(child));
}

/** Group of a panel after the user's moves. */
export function groupOf(panel: PanelId, { preset, moved }: LayoutPreferences): string {
  const groups = groupsOf(LAYOUTS[preset]);
  const assignedGroup =
    groups.find(({ id }) => id === moved[panel]) ?? groups.find(({ panels }) => panels.includes(panel));
  return assignedGroup?.id ?? groups[0].id;
}

/** Panels in a group, limited to `availablePanels`; those of the preset come first. */
export function panelsIn(
  id: string,
  preferences: LayoutPreferences,
  availablePanels: readonly PanelId[] = PANEL_IDS,
): readonly PanelId[] {
  const presetPanels = groupsOf(LAYOUTS[preferences.preset]).find((candidate) => candidate.id === id)?.panels ?? [];
  const remainingPanels = presetPanels.filter((panel) => groupOf(panel, preferences) === id);
  const addedPanels = PANEL_IDS.filter((panel) => !presetPanels.includes(panel) && groupOf(panel, preferences) === id);
  return [...remainingPanels, ...addedPanels].filter(
    (panel) => availablePanels.includes(panel) && !preferences.hidden.includes(panel),
  );
}

/** Layout of the panels in `availablePanels`, without empty groups or single-part splits. Null if all are hidden. */
export function arrangePanels(
  preferences: LayoutPreferences,
  availablePanels: readonly PanelId[] = PANEL_IDS,
): Split | Group | null {
  return withLayoutPreferences(LAYOUTS[preferences.preset], preferences, availablePanels);
}

function withLayoutPreferences(
  node: Split | Group,
  preferences: LayoutPreferences,
  availablePanels: readonly PanelId[],
): Split | Group | null {
  if (node.kind === 'group') {
    const panels = panelsIn(node.id, preferences, availablePanels);
    return panels.length === 0 ? null : { ...node, panels };
  }
  const parts = node.parts.flatMap((one) => {
    const child = withLayoutPreferences(one.child, preferences, availablePanels);
    return child ? [{ ...one, child }] : [];
  });
  if (parts.length <= 1) return parts[0]?.child ?? null;
  return { ...node, parts };
}

/** A new preset discards the user's changes. */
export function withPreset(preset: Preset): LayoutPreferences {
  return { ...NO_PREFERENCES, preset };
}

export function withShown(preferences: LayoutPreferences, panel: PanelId, isShown: boolean): LayoutPreferences {
  const others = preferences.hidden.filter((hidden) => hidden !== panel);
  return { ...preferences, hidden: isShown ? others : [...others, panel] };
}

export function withMoved(preferences: LayoutPreferences, panel: PanelId, to: string): LayoutPreferences {
  return { ...preferences, moved: { ...preferences.moved, [panel]: to } };
}

/** `swap` exchanges two panels; `join` adds the panel as a tab. */
export type DropSide = 'swap' | 'join';

export function withPlaced(
  preferences: LayoutPreferences,
  panel: PanelId,
  onto: PanelId,
  dropSide: DropSide,
): LayoutPreferences {
  const updated = withMoved(preferences, panel, groupOf(onto, preferences));
  return dropSide === 'join' ? updated : withMoved(updated, onto, groupOf(panel, preferences));
}

/** Key of stored sizes. It lists the visible parts, so each combination has its own sizes. */
export function sizesKey({ id, parts }: Split): string {
  return [id, ...parts.map(({ child }) => child.id)].join(' ');
}

export function withSizes(
  preferences: LayoutPreferences,
  split: Split,
  sizes: Readonly<Record<string, number>>,
): LayoutPreferences {
  return { ...preferences, sizes: { ...preferences.sizes, [sizesKey(split)]: sizes } };
}

/** Parses stored changes; invalid parts are ignored. */
export function parseLayoutPreferences(stored: string): LayoutPreferences {
  const { preset, hidden, moved, sizes } = objectOf(parsed(stored));
  const validPreset = PRESETS.find((candidate) => candidate === preset) ?? NO_PREFERENCES.preset;
  const groups = groupsOf(LAYOUTS[validPreset]).map(({ id }) => id);
  const places = objectOf(moved);
  return {
    preset: validPreset,
    hidden: Array.isArray(hidden) ? PANEL_IDS.filter((panel) => hidden.includes(panel)) : [],
    moved: Object.fromEntries(
      PANEL_IDS.flatMap((panel) => groups.filter((id) => places[panel] === id).map((id) => [panel, id])),
    ),
    sizes: Object.fromEntries(
      Object.entries(objectOf(sizes)).flatMap(([split, shares]) => {
        const figures = Object.entries(objectOf(shares));
        return figures.every(([, share]) => typeof share === 'number' && share > 0 && share < 100)
          ? [[split, Object.fromEntries(figures) as Record<string, number>]]
          : [];
      }),
    ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
