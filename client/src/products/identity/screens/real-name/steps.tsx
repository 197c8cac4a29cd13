import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './real-name.module.css';

const STEPS = [1, 2, 3] as const;

/** Progress of the wizard. Each step focuses its heading. */
export function Steps({ current }: { current: (typeof STEPS)[number] }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [current]);
  return (
    <>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li
            key={step}
            data-state={step < current ? 'done' : step === current ? 'current' : 'later'}
            aria-current={step === current ? 'step' : undefined}
          >
            <span aria-hidden="true">{step}</span>
            {t(`realname.step.${step}`)}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t(`realname.step_title.${current}`)}
      </h2>
    </>
  );
}
