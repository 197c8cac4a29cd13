/** Each staff right with the acts it permits, for `staff-rules.md`. */
import { STAFF_RIGHTS, type StaffRight } from '../../../shared/rules/staff-rights';
import { changesNothing, type Route } from '../../../shared/wire/route';
import type { Areas } from '../../../shared/wire/routes';
import { AREAS } from '../../routes';
import type { AnyCommandRow } from '../../core/product';
import { code, codes, table } from './markdown';

const BASE = '/exchange/';

interface CommandOfStaff {
  name: string;
  right: StaffRight | null;
}

/** Headings with lists and one table: rights, calls of every admin, calls of auditors. */
export function rightsSections(
  commands: Readonly<Record<string, AnyCommandRow>>,
  areas: Areas = AREAS,
): readonly string[] {
  const routes = Object.values(areas)
    .flatMap((area) => Object.values(area))
    .filter(({ access }) => access === 'admin' || access === 'auditor');
  const ofStaff = Object.entries(commands).flatMap(([name, { staff }]) =>
    staff ? [{ name, right: staff.right }] : [],
  );
  return [
    '## Rights',
    'The commands and calls that each right allows an admin. Calls are paths below `/exchange/`; the desk shows the pages whose calls a person may make. A confirmation needs the right of the proposal.',
    ...STAFF_RIGHTS.flatMap((right) => rightSection(right, ofStaff, routes)),
    '### Without a right',
    listOf(routes.filter(({ access, right }) => access === 'admin' && right === undefined)),
    '## Auditors',
    'The calls of auditors; none of them changes the exchange. An admin makes them with the right in the second column. "Narrowed by": a scope bounded by these gets the answer within them; a scope bounded by anything else is refused.',
    table(['call', 'right of an admin', 'narrowed by'], auditorRows(routes)),
  ];
}

function rightSection(right: StaffRight, ofStaff: readonly CommandOfStaff[], routes: readonly Route[]): string[] {
  const rightRoutes = routes.filter((route) => route.right === right);
  const commandNames = ofStaff.filter((one) => one.right === right).map(({ name }) => name);
  return [
    `### \`${right}\``,
    [...(commandNames.length > 0 ? [`- Commands: ${codes(commandNames)}`] : []), listOf(rightRoutes)].join('\n'),
  ];
}

function listOf(routes: readonly Route[]): string {
  const reads = routes.filter(isRead);
  const changes = routes.filter((route) => !isRead(route));
  const line = (title: string, listedRoutes: readonly Route[]): string[] =>
    listedRoutes.length > 0 ? [`- ${title}: ${codes(listedRoutes.map(pathOf).sort())}`] : [];
  return [...line('Calls that change', changes), ...line('Calls that read', reads)].join('\n');
}

function auditorRows(routes: readonly Route[]): string[][] {
  return routes
    .filter(({ access }) => access === 'auditor')
    .map((route) => [code(pathOf(route)), route.right ?? '', narrowedText(route)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function narrowedText({ narrowed }: Route): string {
  if (narrowed === undefined) return 'nothing: asks for an unbounded scope';
  return narrowed === 'open' ? 'nothing: open to every scope' : narrowed.join(', ');
}

function isRead(route: Route): boolean {
  return route.shows === true || route.access === 'auditor' || changesNothing(route);
}

function pathOf({ path }: Route): string {
  return path.slice(BASE.length);
}
