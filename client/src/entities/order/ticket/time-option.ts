/** A time in force as it is chosen: the button shows its abbreviation alone. */
export function timeOption<Time extends string>(value: Time, text: string) {
  return { value, text, short: text.split(' – ')[0] };
}
