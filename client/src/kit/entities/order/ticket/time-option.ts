/** Option for a time in force; the closed select shows only the abbreviation. */
export function timeOption<Time extends string>(value: Time, text: string) {
  return { value, text, short: text.split(' – ')[0] };
}
