import { useState } from 'react';
import { Volume2, VolumeX } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OptionProduct } from '../../../../shared/wire/option';
import type { OptionLimit } from '../../../../shared/wire/option-stream';
import { useOptionResultsQuery } from '../../entities/option/option-api';
import { selectOptionsPosition } from '../../entities/option/options-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { useKeptSwitch } from '../../shared/lib/kept';
import { including } from '../../shared/lib/use-list';
import { Button } from '../../shared/ui/button';
import { Facts } from '../../shared/ui/facts';
import { IconButton } from '../../shared/ui/icon-button';
import { LimitDialog } from './limit-dialog';
import styles from './option.module.css';
import { useOptionWords } from './option-words';
import { SILENT_KEY } from './use-option-news';

/** What today and all days have brought, the user's own limit, and whether results sound. */
export function OptionSums({ product, limit }: { product: OptionProduct; limit: OptionLimit | undefined }) {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const position = useSelector(selectOptionsPosition);
  const { data } = useOptionResultsQuery(including(position));
  const [isAsked, setAsked] = useState(false);
  const [isSilent, setSilent] = useKeptSwitch(SILENT_KEY);
  const { asset } = product;
  const sums = data?.find((one) => one.asset === asset);
  const shown = (result: string | undefined) =>
    result === undefined ? (
      `0 ${asset}`
    ) : (
      <span data-direction={signOf(result)}>{`${numbers.exact(result)} ${asset}`}</span>
    );
  return (
    <div className={styles.sums}>
      <Facts
        facts={[
          [say('option.today'), shown(sums?.today.result)],
          [say('option.staked_today'), how.money(limit?.staked ?? '0', asset)],
          [say('option.total'), shown(sums?.total.result)],
          [say('option.hits'), sums ? `${sums.total.won} / ${sums.total.settled}` : '0 / 0'],
        ]}
      />
      <div className={styles.tools}>
        <Button onClick={() => setAsked(true)}>{say('option.limit.own')}</Button>
        <IconButton label={say(isSilent ? 'option.sound.on' : 'option.sound.off')} onClick={() => setSilent(!isSilent)}>
          {isSilent ? <VolumeX size={16} aria-hidden="true" /> : <Volume2 size={16} aria-hidden="true" />}
        </IconButton>
      </div>
      {isAsked && <LimitDialog product={product} limit={limit} onClose={() => setAsked(false)} />}
    </div>
  );
}
