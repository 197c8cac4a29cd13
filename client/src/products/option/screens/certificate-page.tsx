import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Told } from '../../../../../shared/proof/told';
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, ruleOf } from '../../../../../shared/products/option/rules/settlement';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { useOptionCertificateQuery, useOptionProductsQuery } from '../../../entities/option/option-api';
import { useDurationWords } from '../../../entities/option/use-duration-words';
import { useOptionWords } from '../panels/options/option-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../../shared/lib/numbers/format';
import { downloadText } from '../../../shared/lib/download';
import { Button } from '../../../shared/ui/controls/button';
import { Facts } from '../../../shared/ui/figures/facts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { FilePick } from '../../../shared/ui/controls/file-pick';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Checked } from './certificate-checks';
import styles from './certificate-page.module.css';

/** Of parts per billion. */
const PPB_SCALE = 9;
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** How a second contract was settled, checked anew in this browser from the batches of the journal: of an own contract, or of a file. */
export function CertificatePage() {
  const { say, numbers } = useTexts();
  const [parameters] = useSearchParams();
  const contract = parameters.get('contract') ?? '';
  const { currentData, error, isFetching, refetch } = useOptionCertificateQuery(contract, { skip: contract === '' });
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = (picked: File | undefined): void => {
    if (!picked) return;
    setUnreadable(picked.size > FILE_BYTES_MAX);
    if (picked.size > FILE_BYTES_MAX) return;
    picked.text().then(
      (content) => setFile({ name: picked.name, text: content }),
      () => setUnreadable(true),
    );
  };
  const given = useMemo(() => (file ? parsed(file.text) : currentData), [file, currentData]);
  const text = given === undefined ? null : (file?.text ?? JSON.stringify(given));
  return (
    <div
      className={styles.page}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <Panel
        title={say('certificate.title')}
        lead={say('certificate.lead')}
        level={1}
        actions={
          <>
            <FilePick text={say('certificate.choose')} accept="application/json,.json" onPick={take} />
            {text !== null && !file && (
              <Button onClick={() => downloadText(`certificate-${contract}.json`, text, 'application/json')}>
                <Download size={16} aria-hidden="true" /> {say('certificate.download')}
              </Button>
            )}
          </>
        }
      >
        {isUnreadable ? (
          <Note kind="error" text={say('certificate.unreadable', { size: numbers.bytes(FILE_BYTES_MAX) })} />
        ) : !file && error ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : given === undefined ? (
          <Note kind={isFetching ? 'loading' : 'empty'} text={say(isFetching ? 'page.loading' : 'certificate.none')} />
        ) : (
          <Checked key={file?.text ?? contract} given={given} name={file?.name ?? null}>
            {(says) => <Proved says={says} />}
          </Checked>
        )}
      </Panel>
    </div>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function Proved({ says: { bought, entry, result, publications, batches } }: { says: Told }) {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const duration = useDurationWords();
  const { data } = useOptionProductsQuery();
  const product = data?.products.find(({ symbol }) => symbol === bought.symbol);
  // A certificate speaks in units and ticks; without the product's decimals they are shown as they are.
  const money = (units: string) =>
    product
      ? `${numbers.exact(decimalOf(BigInt(units), product.scale))} ${bought.asset}`
      : `${units} (${bought.asset})`;
  const price = (ticks: number) =>
    product ? numbers.fixed(decimalOf(BigInt(ticks), scaleOf(product.tick)), scaleOf(product.tick)) : String(ticks);
  const roles = new Map<number, 'entry' | 'end'>();
  if (entry) roles.set(entry.batch, 'entry');
  if (result.by) roles.set(result.by.batch, 'end');
  return (
    <div className={styles.proved}>
      <h2>{say('certificate.bought')}</h2>
      <Facts
        facts={[
          [say('option.product'), how.label(bought.symbol)],
          [say('option.direction'), say(`option.buy.${bought.direction}`)],
          [say('option.stake'), money(bought.stake)],
          [say('option.duration'), duration(bought.durationMs)],
          [say('option.rate'), numbers.exactPercent(decimalOf(BigInt(bought.payoutPpb), PPB_SCALE), 0)],
          [say('option.fee'), money(bought.fee)],
          [say('certificate.at'), dateAndTime(bought.at)],
          [say('certificate.position'), String(bought.position)],
        ]}
      />
      <h2>{say('certificate.rule')}</h2>
      <p className={styles.rule}>
        {say(ruleOf(bought) === 1 ? 'certificate.rule_text_first' : 'certificate.rule_text', {
          delay: numbers.exact(decimalOf(BigInt(ENTRY_DELAY_MS), 3)),
          wait: String(ENTRY_WAIT_MS / 1_000),
        })}
      </p>
      <h2>{say('certificate.publications')}</h2>
      <ol className={styles.line}>
        {publications.map((one) => (
          <li key={one.position} data-role={roles.get(one.position)}>
            <time>{timeOfDay(one.at)}</time>
            <b>{price(one.price)}</b>
            <span>{roles.has(one.position) ? say(`certificate.${roles.get(one.position) ?? 'entry'}`) : ''}</span>
            <small>
              {say('certificate.sources')} {one.sources.map((source) => price(source.price)).join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      <h2>{say('certificate.result')}</h2>
      <Facts
        facts={[
          [say('option.result'), say(`option.end.${result.end}`)],
          [say('option.entry'), entry ? price(entry.price) : '–'],
          [say('option.settled_by'), result.by ? price(result.by.price) : '–'],
          [say('certificate.paid'), money(result.paid)],
          [say('option.fee'), money(result.fee)],
          [say('certificate.at'), dateAndTime(result.at)],
          [say('certificate.position'), String(result.position)],
        ]}
      />
      <h2>{say('certificate.batches')}</h2>
      <p className={styles.rule}>{say('certificate.compare')}</p>
      <ol className={styles.hashes}>
        {batches.map(({ position, hash }) => (
          <li key={position}>
            <span>{position}</span> <code translate="no">{hash}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
