/**
 * Where the panels of the terminal stand, as data: presets, and what a user has changed about them. Everything here is pure; it is
 * drawn by `desk.tsx` and kept by `use-wishes.ts`.
 */

/** A product has some of them; `account` is what a user has in an account of its own. */
export const PANEL_IDS = ['chart', 'book', 'trades', 'form', 'orders', 'markets', 'info', 'account'] as const;
export type PanelId = (typeof PANEL_IDS)[number];

export const PRESETS = ['standard', 'chart', 'compact'] as const;
export type Preset = (typeof PRESETS)[number];

/** Panels in one place: one is seen, the others are behind tabs. */
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
  /** Of the split, in percent. */
  share: number;
  /** No smaller, however the edges are drawn: a length of CSS. */
  min: string;
  of: Group | Split;
}

/** What a user wants otherwise than the preset has it. */
export interface Wishes {
  preset: Preset;
  hidden: readonly PanelId[];
  /** By panel: the group it was moved to. */
  moved: Readonly<Partial<Record<PanelId, string>>>;
  /** By split: percent by part. */
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const NO_WISHES: Wishes = { preset: 'standard', hidden: [], moved: {}, sizes: {} };

const group = (id: string, ...panels: PanelId[]): Group => ({ kind: 'group', id, panels });
const row = (id: string, ...parts: Part[]): Split => ({ kind: 'row', id, parts });
const column = (id: string, ...parts: Part[]): Split => ({ kind: 'column', id, parts });
const part = (share: number, min: string, of: Group | Split): Part => ({ share, min, of });

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
  return layout.kind === 'group' ? [layout] : layout.parts.flatMap(({ of }) => groupsOf(of));
}

/** The group in which the preset has a panel, or that it was moved to. */
export function groupOf(panel: PanelId, { preset, moved }: Wishes): string {
  const groups = groupsOf(LAYOUTS[preset]);
  const wanted = groups.find(({ id }) => id === moved[panel]) ?? groups.find(({ panels }) => panels.includes(panel));
  return wanted?.id ?? groups[0].id;
}

/** The panels of `there` that stand in a group, those of the preset first. */
export function panelsIn(id: string, wishes: Wishes, there: readonly PanelId[] = PANEL_IDS): readonly PanelId[] {
  const own = groupsOf(LAYOUTS[wishes.preset]).find((candidate) => candidate.id === id)?.panels ?? [];
  const stays = own.filter((panel) => groupOf(panel, wishes) === id);
  const comes = PANEL_IDS.filter((panel) => !own.includes(panel) && groupOf(panel, wishes) === id);
  return [...stays, ...comes].filter((panel) => there.includes(panel) && !wishes.hidden.includes(panel));
}

/** What there is to draw of the panels of `there`: no empty place, and no split of one part. Null when every one is hidden. */
export function arranged(wishes: Wishes, there: readonly PanelId[] = PANEL_IDS): Split | Group | null {
  return withWishes(LAYOUTS[wishes.preset], wishes, there);
}

function withWishes(node: Split | Group, wishes: Wishes, there: readonly PanelId[]): Split | Group | null {
  if (node.kind === 'group') {
    const panels = panelsIn(node.id, wishes, there);
    return panels.length === 0 ? null : { ...node, panels };
  }
  const parts = node.parts.flatMap((one) => {
    const of = withWishes(one.of, wishes, there);
    return of ? [{ ...one, of }] : [];
  });
  if (parts.length <= 1) return parts[0]?.of ?? null;
  return { ...node, parts };
}

/** Another preset begins as it is. */
export function withPreset(preset: Preset): Wishes {
  return { ...NO_WISHES, preset };
}

export function withShown(wishes: Wishes, panel: PanelId, isShown: boolean): Wishes {
  const others = wishes.hidden.filter((hidden) => hidden !== panel);
  return { ...wishes, hidden: isShown ? others : [...others, panel] };
}

export function withMoved(wishes: Wishes, panel: PanelId, to: string): Wishes {
  return { ...wishes, moved: { ...wishes.moved, [panel]: to } };
}

/** How a panel comes to where another stands: in exchange for it, or behind it. */
export type How = 'swap' | 'join';

export function withPlaced(wishes: Wishes, panel: PanelId, onto: PanelId, how: How): Wishes {
  const moved = withMoved(wishes, panel, groupOf(onto, wishes));
  return how === 'join' ? moved : withMoved(moved, onto, groupOf(panel, wishes));
}

/** Sizes hold for the parts that were seen: when one is hidden the others have sizes of their own. */
export function sizesKey({ id, parts }: Split): string {
  return [id, ...parts.map(({ of }) => of.id)].join(' ');
}

export function withSizes(wishes: Wishes, split: Split, sizes: Readonly<Record<string, number>>): Wishes {
  return { ...wishes, sizes: { ...wishes.sizes, [sizesKey(split)]: sizes } };
}

/** From what was kept; what is not understood counts as nothing. */
export function wishesFrom(kept: string): Wishes {
  const { preset, hidden, moved, sizes } = objectOf(parsed(kept));
  const known = PRESETS.find((candidate) => candidate === preset) ?? NO_WISHES.preset;
  const groups = groupsOf(LAYOUTS[known]).map(({ id }) => id);
  const places = objectOf(moved);
  return {
    preset: known,
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
