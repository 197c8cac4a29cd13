import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CertificateStatement } from '../../../../../shared/products/option/proof/statement';
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, ruleOf } from '../../../../../shared/products/option/rules/settlement';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { useOptionCertificateQuery, useOptionProductsQuery } from '../api/option-api';
import { useDurationWords } from '../api/use-duration-words';
import { useOptionFormat } from '../panels/options/option-format';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../../kit/lib/numbers/format';
import { downloadText } from '../../../kit/lib/download';
import { Button } from '../../../kit/ui/controls/button';
import { Facts } from '../../../kit/ui/figures/facts';
import { Faulty } from '../../../kit/ui/page/faulty';
import { FilePick } from '../../../kit/ui/controls/file-pick';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Checked } from './certificate-checks';
import styles from './certificate-page.module.css';

/** Decimal places of parts per billion. */
const PPB_SCALE = 9;
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Verifies in the browser how a second contract was settled, from journal batches: the user's own contract or a file.
 */
export function CertificatePage() {
  const { t, numbers } = useTexts();
  const [parameters] = useSearchParams();
  const contract = parameters.get('contract') ?? '';
  const { currentData, error, isFetching, refetch } = useOptionCertificateQuery(contract, { skip: contract === '' });
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const openFile = (picked: File | undefined): void => {
    if (!picked) return;
    setUnreadable(picked.size > FILE_BYTES_MAX);
    if (picked.size > FILE_BYTES_MAX) return;
    picked.text().then(
      (content) => setFile({ name: picked.name, text: content }),
      () => setUnreadable(true),
    );
  };
  const certificate = useMemo(() => (file ? parsed(file.text) : currentData), [file, currentData]);
  const text = certificate === undefined ? null : (file?.text ?? JSON.stringify(certificate));
  return (
    <div
      className={styles.page}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        openFile(event.dataTransfer.files[0]);
      }}
    >
      <Panel
        title={t('certificate.title')}
        lead={t('certificate.lead')}
        level={1}
        actions={
          <>
            <FilePick text={t('certificate.choose')} accept="application/json,.json" onPick={openFile} />
            {text !== null && !file && (
              <Button onClick={() => downloadText(`certificate-${contract}.json`, text, 'application/json')}>
                <Download size={16} aria-hidden="true" /> {t('certificate.download')}
              </Button>
            )}
          </>
        }
      >
        {isUnreadable ? (
          <Note kind="error" text={t('certificate.unreadable', { size: numbers.bytes(FILE_BYTES_MAX) })} />
        ) : !file && error ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : certificate === undefined ? (
          <Note kind={isFetching ? 'loading' : 'empty'} text={t(isFetching ? 'page.loading' : 'certificate.none')} />
        ) : (
          <Checked key={file?.text ?? contract} certificate={certificate} name={file?.name ?? null}>
            {(statement) => <Proved statement={statement} />}
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

function Proved({
  statement: { bought: purchase, entry, result, publications, batches },
}: {
  statement: CertificateStatement;
}) {
  const { t, numbers } = useTexts();
  const format = useOptionFormat();
  const duration = useDurationWords();
  const { data } = useOptionProductsQuery();
  const product = data?.products.find(({ symbol }) => symbol === purchase.symbol);
  // Certificates contain units and ticks; if the product's decimals are unknown, these are shown unconverted.
  const money = (units: string) =>
    product
      ? `${numbers.exact(decimalOf(BigInt(units), product.scale))} ${purchase.asset}`
      : `${units} (${purchase.asset})`;
  const price = (ticks: number) =>
    product ? numbers.fixed(decimalOf(BigInt(ticks), scaleOf(product.tick)), scaleOf(product.tick)) : String(ticks);
  const roles = new Map<number, 'entry' | 'end'>();
  if (entry) roles.set(entry.batch, 'entry');
  if (result.by) roles.set(result.by.batch, 'end');
  return (
    <div className={styles.proved}>
      <h2>{t('certificate.bought')}</h2>
      <Facts
        details={[
          [t('option.product'), format.label(purchase.symbol)],
          [t('option.direction'), t(`option.buy.${purchase.direction}`)],
          [t('option.stake'), money(purchase.stake)],
          [t('option.duration'), duration(purchase.durationMs)],
          [t('option.rate'), numbers.exactPercent(decimalOf(BigInt(purchase.payoutPpb), PPB_SCALE), 0)],
          [t('option.fee'), money(purchase.fee)],
          [t('certificate.at'), dateAndTime(purchase.at)],
          [t('certificate.position'), String(purchase.position)],
        ]}
      />
      <h2>{t('certificate.rule')}</h2>
      <p className={styles.rule}>
        {t(ruleOf(purchase) === 1 ? 'certificate.rule_text_first' : 'certificate.rule_text', {
          delay: numbers.exact(decimalOf(BigInt(ENTRY_DELAY_MS), 3)),
          wait: String(ENTRY_WAIT_MS / 1_000),
        })}
      </p>
      <h2>{t('certificate.publications')}</h2>
      <ol className={styles.line}>
        {publications.map((one) => (
          <li key={one.position} data-role={roles.get(one.position)}>
            <time>{timeOfDay(one.at)}</time>
            <b>{price(one.price)}</b>
            <span>{roles.has(one.position) ? t(`certificate.${roles.get(one.position) ?? 'entry'}`) : ''}</span>
            <small>
              {t('certificate.sources')} {one.sources.map((source) => price(source.price)).join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      <h2>{t('certificate.result')}</h2>
      <Facts
        details={[
          [t('option.result'), t(`option.end.${result.end}`)],
          [t('option.entry'), entry ? price(entry.price) : '–'],
          [t('option.settled_by'), result.by ? price(result.by.price) : '–'],
          [t('certificate.paid'), money(result.paid)],
          [t('option.fee'), money(result.fee)],
          [t('certificate.at'), dateAndTime(result.at)],
          [t('certificate.position'), String(result.position)],
        ]}
      />
      <h2>{t('certificate.batches')}</h2>
      <p className={styles.rule}>{t('certificate.compare')}</p>
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
