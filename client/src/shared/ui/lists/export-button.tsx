/** Lists as files. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Page } from '../../../../../shared/wire/fields';
import { wordsOf, type Fault } from '../../api/envelope';
import type { TextKey } from '../../i18n/i18n';
import { useTexts } from '../../i18n/use-texts';
import { allPages, type AskedPage } from '../../lib/all-pages';
import { csvOf, downloadCsv } from '../../lib/csv';
import { including } from '../../lib/hooks/use-list';
import { toastShown } from '../../toasts/toasts-slice';
import { Button } from '../controls/button';
import styles from './export-button.module.css';

interface ExportButtonProps {
  isBusy: boolean;
  isEmpty: boolean;
  /** Only what is selected is in the file. */
  isOfSelected?: boolean;
  /** Names the file where a list offers more than one. */
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
  const { say } = useTexts();
  return (
    <Button disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={() => void onSave()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.text}>{say(isOfSelected ? 'table.export_selected' : text)}</span>
    </Button>
  );
}

type Lazy<Asked, Answer> = (asked: Asked) => PromiseLike<{ data?: Answer; error?: unknown }>;

interface WrittenExportProps<Asked> {
  useExport: () => readonly [Lazy<Asked, string>, { isLoading: boolean; reset: () => void }];
  /** Which records; what is undefined is left out. */
  asked: Asked;
  /** What is shown is in the file. */
  since: number | null;
  file: string;
  isEmpty: boolean;
  text?: TextKey;
}

/** The exchange writes it: every field, however long it is. */
export function WrittenExport<Asked extends object>(properties: WrittenExportProps<Asked>) {
  const { useExport, asked, since, file, isEmpty, text } = properties;
  const [ask, { isLoading, reset }] = useExport();
  const save = async () => {
    const { data } = await ask({ ...given(asked), ...including(since) });
    reset();
    if (data !== undefined) downloadCsv(file, data);
  };
  return <ExportButton isBusy={isLoading} isEmpty={isEmpty} text={text} onSave={save} />;
}

/** A query has no place for what is not there. */
export function given<Asked extends object>(asked: Asked): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Asked;
}

interface GatheredExportProps<Row> {
  /** The selected ones; when there are none, everything that the filters let through. */
  chosen: readonly Row[];
  ask: Lazy<AskedPage, Page<Row>>;
  nameOf: (row: Row) => string;
  linesOf: (rows: readonly Row[]) => { head: readonly string[]; rows: readonly (readonly string[])[] };
  file: string;
  isEmpty: boolean;
}

/** Written here, from all pages of the list. */
export function GatheredExport<Row>({ chosen, ask, nameOf, linesOf, file, isEmpty }: GatheredExportProps<Row>) {
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const everything = (): Promise<readonly Row[] | null> =>
    allPages(async (page) => {
      const { data, error } = await ask(page);
      if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error as Fault) }));
      return data ?? null;
    }, nameOf);
  const save = async () => {
    setBusy(true);
    const records = chosen.length > 0 ? chosen : await everything();
    setBusy(false);
    if (records === null) return;
    const { head, rows } = linesOf(records);
    downloadCsv(file, csvOf(head, rows));
  };
  return <ExportButton {...{ isBusy, isEmpty }} isOfSelected={chosen.length > 0} onSave={save} />;
}
