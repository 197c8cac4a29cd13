/** What an instrument is called, with what is traded in bold and the rest of it beside. */
export function InstrumentName({ of: { label, base } }: { of: { label: string; base: string } }) {
  if (!label.startsWith(base)) return <b>{label}</b>;
  return (
    <>
      <b>{base}</b>
      <span>{label.slice(base.length)}</span>
    </>
  );
}
