/** File exports of lists. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Page } from '../../../../../shared/wire/fields';
import { faultMessage, type Fault } from '../../api/envelope';
import type { TextKey } from '../../i18n/i18n';
import { useTexts } from '../../i18n/use-texts';
import { allPages, type AskedPage } from '../../lib/all-pages';
import { csvOf, downloadCsv } from '../../lib/csv';
import { minPositionQuery } from '../../lib/hooks/use-list';
import { toastShown } from '../../toasts/toasts-slice';
import { Button } from '../controls/button';
import styles from './export-button.module.css';

interface ExportButtonProps {
  isBusy: boolean;
  isEmpty: boolean;
  /** Exports only the selected rows. */
  isOfSelected?: boolean;
  /** Names the file if a list offers several. */
  text?: TextKey;
  onSave: () => Promise<void>;
}

export function ExportButton({
  isBusy,
  isEmpty,
  isOfSelected = false,
  text = 'table.export',
  onSave,
}: ExportButtonProps) {
  const { t } = useTexts();
  return (
    <Button disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={() => void onSave()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.text}>{t(isOfSelected ? 'table.export_selected' : text)}</span>
    </Button>
  );
}

type Lazy<Asked, Answer> = (query: Asked) => PromiseLike<{ data?: Answer; error?: unknown }>;

interface WrittenExportProps<Asked> {
  useExport: () => readonly [Lazy<Asked, string>, { isLoading: boolean; reset: () => void }];
  /** Filters; undefined ones are omitted. */
  filters: Asked;
  /** The file includes everything up to the shown position. */
  since: number | null;
  file: string;
  isEmpty: boolean;
  text?: TextKey;
}

/** Written by the exchange: all fields, without a length limit. */
export function ServerExport<Asked extends object>(properties: WrittenExportProps<Asked>) {
  const { useExport, filters, since, file, isEmpty, text } = properties;
  const [requestExport, { isLoading, reset }] = useExport();
  const save = async () => {
    const { data } = await requestExport({ ...definedFields(filters), ...minPositionQuery(since) });
    reset();
    if (data !== undefined) downloadCsv(file, data);
  };
  return <ExportButton isBusy={isLoading} isEmpty={isEmpty} text={text} onSave={save} />;
}

/** Omits undefined values, which a query string cannot express. */
export function definedFields<Asked extends object>(query: Asked): Asked {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Asked;
}

interface GatheredExportProps<Row> {
  /** Selected rows, else all rows matching the filters. */
  selectedRows: readonly Row[];
  fetchPage: Lazy<AskedPage, Page<Row>>;
  nameOf: (row: Row) => string;
  linesOf: (rows: readonly Row[]) => { head: readonly string[]; rows: readonly (readonly string[])[] };
  file: string;
  isEmpty: boolean;
}

/** Written by the client from all pages of the list. */
export function ClientExport<Row>({
  selectedRows,
  fetchPage,
  nameOf,
  linesOf,
  file,
  isEmpty,
}: GatheredExportProps<Row>) {
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const everything = (): Promise<readonly Row[] | null> =>
    allPages(async (page) => {
      const { data, error } = await fetchPage(page);
      if (error) dispatch(toastShown({ kind: 'error', ...faultMessage(error as Fault) }));
      return data ?? null;
    }, nameOf);
  const save = async () => {
    setBusy(true);
    const records = selectedRows.length > 0 ? selectedRows : await everything();
    setBusy(false);
    if (records === null) return;
    const { head, rows } = linesOf(records);
    downloadCsv(file, csvOf(head, rows));
  };
  return <ExportButton {...{ isBusy, isEmpty }} isOfSelected={selectedRows.length > 0} onSave={save} />;
}
