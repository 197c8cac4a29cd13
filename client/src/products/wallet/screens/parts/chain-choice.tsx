import { useId, type ReactNode } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts';
import styles from './chain-choice.module.css';

export interface ChainOption {
  chain: string;
  name: string;
  /** What one should know before choosing it. */
  detail: ReactNode;
}

interface ChainChoiceProps {
  options: readonly ChainOption[];
  chosen: string | null;
  onChoose: (chain: string) => void;
}

/** The networks of a coin, each with its terms: the wrong one loses money, so they are all in sight. */
export function ChainChoice({ options, chosen, onChoose }: ChainChoiceProps) {
  const { say } = useTexts();
  const name = useId();
  return (
    <fieldset className={styles.chains}>
      <legend>{say('wallet.network')}</legend>
      {options.map((option) => (
        <label key={option.chain}>
          <input type="radio" name={name} checked={option.chain === chosen} onChange={() => onChoose(option.chain)} />
          <span>
            <b>{option.name}</b>
            <small>{option.detail}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
