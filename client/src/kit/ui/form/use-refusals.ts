import { useState } from 'react';
import type { FieldFault as WireFault } from '../../../../../shared/wire/market-data';
import { faultMessage, type Fault, type Words } from '../../api/envelope';
import { useServerWords } from '../../i18n/server-words';
import type { FieldFault, FieldsForm } from './use-form';

export interface Refusals {
  /** Fault of the whole form. */
  formError: Words | null;
  /** Shows a refusal at its field, else above the button. */
  explain: (error: Fault) => void;
  clear: () => void;
}

/** `fieldOf` maps a server code to a field. */
export function useRefusals(
  form: FieldsForm<object>,
  fieldOf: Readonly<Partial<Record<string, string>>> = {},
): Refusals {
  const serverText = useServerWords();
  const [formError, setFormError] = useState<Words | null>(null);
  const explain = (error: Fault) => {
    const isShown = form.showFaults(faultsIn(error, fieldOf, (code) => serverText('field', code)));
    setFormError(isShown ? null : faultMessage(error));
  };
  return { formError, explain, clear: () => setFormError(null) };
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
