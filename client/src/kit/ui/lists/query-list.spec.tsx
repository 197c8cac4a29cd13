import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { startLanguage } from '../../i18n/i18n';
import { showMedia } from '../../../testing/media';
import type { Column } from '../data-table/columns';
import type { Paging } from './pages';
import { PanelList, QueryList, type AskedList } from './query-list';

interface Row {
  id: string;
}

const COLUMNS: Column<Row>[] = [{ key: 'id', title: 'Id', render: ({ id }) => id }];

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

describe.each([
  ['a list', QueryList],
  ['a list in a panel', PanelList],
])('%s', (_, List) => {
  /** Data per page; null: still loading. */
  function show(pages: Readonly<Record<number, Partial<AskedList<Row>['data']> | null>>, pageIndex = 2) {
    showMedia(false);
    const turned: number[] = [];
    let again = (_: typeof pages): void => undefined;
    function Shown() {
      const [paging, setPaging] = useState<Paging>({ pageIndex, pageSize: 2 });
      const [known, setKnown] = useState(pages);
      const [data, setData] = useState<AskedList<Row>['data']>();
      again = setKnown;
      const page = known[paging.pageIndex];
      const currentData = page ? ({ ...paging, ...page } as NonNullable<typeof data>) : undefined;
      if (page && data?.records !== currentData?.records) setData(currentData);
      return (
        <List<Row>
          {...{ name: 'rows', label: 'Rows', columns: COLUMNS, keyOf: ({ id }) => id, empty: 'Nothing here.', paging }}
          query={{ ...(data && { data }), ...(currentData && { currentData }), isFetching: !page, refetch: () => null }}
          onPage={(next) => {
            turned.push(next.pageIndex);
            setPaging(next);
          }}
        />
      );
    }
    render(<Shown />);
    return { turned, again: (next: typeof pages) => act(() => again(next)) };
  }
  const rows = (...ids: string[]) => ids.map((id) => ({ id }));

  it('moves to the last page once when the list shrinks', () => {
    const { turned, again } = show({ 1: null, 2: { records: rows('3'), total: 3 } });
    expect(screen.getByText('3', { selector: 'td' })).toBeTruthy();
    again({ 1: null, 2: { records: [], total: 2 } });
    expect(turned).toEqual([1]);
    // The last page is loading: no "empty" message yet.
    expect(screen.queryByText('Nothing here.')).toBeNull();
    again({ 1: { records: rows('a', 'b'), total: 2 }, 2: { records: [], total: 2 } });
    expect(screen.getByText('b')).toBeTruthy();
    expect(turned).toEqual([1]);
  });

  it('shows a message when empty', () => {
    const { turned } = show({ 2: { records: [], total: 0 } });
    expect(screen.getByText('Nothing here.')).toBeTruthy();
    expect(turned).toEqual([]);
  });

  it('stays on page one if counted records are missing', () => {
    const { turned } = show({ 1: { records: [], total: 1 } }, 1);
    expect(screen.getByText('Nothing here.')).toBeTruthy();
    expect(turned).toEqual([]);
  });
});
