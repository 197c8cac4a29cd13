import { useState } from 'react';
import type { FieldFault as WireFault } from '../../../../../shared/wire/market-data';
import { faultMessage, type Fault, type Words } from '../../api/envelope';
import { useServerWords } from '../../i18n/server-words';
import type { FieldFault, FieldsForm } from './use-form';

export interface Refusals {
  /** Fault of the whole form. */
  fault: Words | null;
  /** Shows a refusal at its field, else above the button. */
  explain: (refused: Fault) => void;
  clear: () => void;
}

/** `fieldOf` maps a server code to a field. */
export function useRefusals(
  form: FieldsForm<object>,
  fieldOf: Readonly<Partial<Record<string, string>>> = {},
): Refusals {
  const words = useServerWords();
  const [fault, setFault] = useState<Words | null>(null);
  const explain = (refused: Fault) => {
    const isShown = form.showFaults(faultsIn(refused, fieldOf, (code) => words('field', code)));
    setFault(isShown ? null : faultMessage(refused));
  };
  return { fault, explain, clear: () => setFault(null) };
}

/** Fields of a refusal, with their texts. */
export function faultsIn(
  { code = '', message, data }: Fault,
  fieldOf: Readonly<Partial<Record<string, string>>>,
  wordsOfField: (code: string) => string,
): FieldFault[] {
  if (code === 'request.invalid' && hasFields(data))
    return data.fields.map((field) => ({ name: field.path, text: wordsOfField(field.code) }));
  const name = fieldOf[code];
  return name !== undefined && message !== undefined ? [{ name, text: message }] : [];
}

function hasFields(data: unknown): data is { fields: WireFault[] } {
  return typeof data === 'object' && data !== null && 'fields' in data && Array.isArray(data.fields);
}
