import { fireEvent, screen } from '@testing-library/react';
import { act } from 'react';
import type { Manifest } from '../../../../shared/proof/bundle-form';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { showPage, testStore } from '../../testing/page';
import type { EvidenceMessage } from './evidence-check';
import { EvidencePage } from './evidence-page';

const MANIFEST: Manifest = {
  ...{ form: 'evidence/1', core: 'exchange', at: 1_760_000_000_000, journal: { position: 9, hash: 'ab'.repeat(32) } },
  ...{ about: { is: 'period' }, from: 0, until: 9, batches: 7, runs: [], scales: [], stateHash: 'cd'.repeat(32) },
  files: [],
};

/** Mock worker that returns the answers given to `hear`. */
let hear: (word: EvidenceMessage) => void;
class Thread {
  onmessage: (event: { data: EvidenceMessage }) => void = () => undefined;
  postMessage(): void {
    hear = (word) => act(() => this.onmessage({ data: word }));
  }
  terminate(): void {}
}

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
  Object.assign(globalThis, { Worker: Thread });
});

async function proved(manifest: Manifest, found: { stateHash: string | null; otherForm: number | null }) {
  await showPage(testStore(), <EvidencePage />);
  const file = new File(['zip'], 'evidence.zip');
  fireEvent.change(screen.getByLabelText('Choose file'), { target: { files: [file] } });
  hear({ is: 'proved', proved: { manifest, events: 10, signed: null, unsigned: [], ...found } });
}

it('shows the state hash of a replay and its form', async () => {
  const manifest = { ...MANIFEST, form: 'evidence/2', stateForm: 2 };
  await proved(manifest, { stateHash: MANIFEST.stateHash, otherForm: null });
  expect(screen.getByText('cd'.repeat(32))).toBeTruthy();
  expect(screen.getByText('Form of the state').nextElementSibling?.textContent).toBe('2');
});

it('does not report a difference for a state hash of another form', async () => {
  await proved(MANIFEST, { stateHash: null, otherForm: 1 });
  expect(screen.getByText(/^of form 1, which this program does not make/)).toBeTruthy();
  expect(screen.queryByText('cd'.repeat(32))).toBeNull();
});
