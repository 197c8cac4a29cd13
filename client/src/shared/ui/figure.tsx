import type { ComponentProps, ReactNode } from 'react';
import styles from './figure.module.css';

/**
 * What changes by itself, or must not be changed: a price, an amount, an address, an id. In one line, and never translated: a page
 * translator puts its own texts in place of those that are written anew here, and they stand still from then on.
 */
export function Figure({ className, ...properties }: ComponentProps<'span'>) {
  return <span translate="no" {...properties} className={className ?? styles.figure} />;
}

/** Of what is told by its name: a figure is not translated, words may be. */
export function translateOf(told: ReactNode): 'no' | undefined {
  return typeof told === 'string' && /\d/.test(told) ? 'no' : undefined;
}
