import { useId, type ReactNode } from 'react';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './chain-choice.module.css';

export interface ChainOption {
  chain: string;
  name: string;
  /** Information needed before choosing. */
  detail: ReactNode;
}

interface ChainChoiceProps {
  options: readonly ChainOption[];
  selected: string | null;
  onChoose: (chain: string) => void;
}

/** All networks of a coin with their terms. All are visible, as the wrong choice loses money. */
export function ChainChoice({ options, selected, onChoose }: ChainChoiceProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className={styles.chains}>
      <legend>{t('wallet.network')}</legend>
      {options.map((option) => (
        <label key={option.chain}>
          <input type="radio" name={name} checked={option.chain === selected} onChange={() => onChoose(option.chain)} />
          <span>
            <b>{option.name}</b>
            <small>{option.detail}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
