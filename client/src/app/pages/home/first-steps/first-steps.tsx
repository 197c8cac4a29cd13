import { ArrowRight, Check, X } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { IconButton } from '../../../../kit/ui/controls/icon-button';
import styles from './first-steps.module.css';
import type { Step } from './use-first-steps';

interface FirstStepsProps {
  steps: readonly Step[];
  onHide: () => void;
}

/** Replaces the hero for new users: the next steps after registration. */
export function FirstSteps({ steps, onHide }: FirstStepsProps) {
  const { t } = useTexts();
  const completedCount = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className={styles.band} aria-labelledby="first-steps">
      <div className={styles.inner}>
        <header className={styles.head}>
          <h1 id="first-steps">{t('home.steps.title')}</h1>
          <IconButton label={t('home.steps.hide')} onClick={onHide}>
            <X size={18} aria-hidden="true" />
          </IconButton>
          <p>
            {t('home.steps.lead')}{' '}
            <b>{t('home.steps.progress', { done: String(completedCount), all: String(steps.length) })}</b>
          </p>
        </header>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.name} data-state={step.isDone ? 'done' : step === next ? 'next' : 'later'}>
              <span className={styles.number} aria-hidden="true">
                {step.isDone ? <Check size={18} /> : index + 1}
              </span>
              <h2>
                <Link to={step.to} aria-current={step === next ? 'step' : undefined}>
                  {t(`home.steps.${step.name}`)}
                </Link>
              </h2>
              <p>{step.isDone ? t('home.steps.done') : t(step.text)}</p>
              <ArrowRight className={styles.arrow} size={18} aria-hidden="true" />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
