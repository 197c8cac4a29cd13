import type { ReactNode } from 'react';
import styles from './filters.module.css';
import { Combobox } from '../form/fields/combobox';
import { SelectField } from '../form/fields/select-field';

/** Filters of a list, in a row above it. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

interface FilterProps<Value extends string> {
  label: string;
  /** Shown without a value. */
  any: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
  /** Searchable, for many options. */
  isSearched?: boolean;
  /** Replaces an empty list of options. */
  none?: ReactNode;
}

/** One option, or any. */
export function Filter<Value extends string>(properties: FilterProps<Value>) {
  const { label, any, value, options, onChange, isSearched = false, none } = properties;
  const common = { 'aria-label': label, placeholder: any, isClearable: true, value, onChange };
  if (!isSearched && none === undefined) return <SelectField {...common} options={options} />;
  return (
    <Combobox
      {...common}
      none={none}
      options={options.map((option) => ({ value: option.value, text: option.label }))}
    />
  );
}
