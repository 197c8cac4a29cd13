import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { DeskBanner } from '../../../../../shared/products/content/banners';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../../shared/wire/languages';
import { hostsIn } from '../../../../../shared/products/identity/rules/links';
import { useDeskConfig } from '../../../entities/config/config-api';
import { useRemoveBannerMutation, useSaveBannerMutation } from '../../../entities/staff/content-desk-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { faultsBy, reasonField } from '../../../features/staff-act/fields';
import { HighlightCard } from '../../../features/show-highlights/highlight';
import { wordsOf, type Fault } from '../../../shared/api/envelope';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useAttempt } from '../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { Button } from '../../../shared/ui/controls/button';
import { Panel } from '../../../shared/ui/page/panel';
import { bannerFaults, bannerRequest, draftOfBanner, isProposed, NEW_BANNER, type BannerFaults } from './banner-draft';
import { BannerFields, BannerTextFields } from './banner-fields';
import styles from './content.module.css';

interface BannerEditorProps {
  /** Null: a new one. */
  banner: DeskBanner | null;
  onDone: () => void;
  /** As somebody else has left it meanwhile. */
  onLookAgain?: () => Promise<DeskBanner | undefined>;
}

export function BannerEditor({ banner, onDone, onLookAgain }: BannerEditorProps) {
  const { say, language: own } = useTexts();
  const dispatch = useDispatch();
  const [revision, setRevision] = useState(banner?.revision ?? 0);
  const [draft, setDraft] = useState(() => (banner ? draftOfBanner(banner) : NEW_BANNER));
  const [language, setLanguage] = useState<Language>(own);
  const [isEnglishShown, setEnglishShown] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [wrong, setWrong] = useState<BannerFaults>({});
  const [isRemoving, setRemoving] = useState(false);
  const [save, { isLoading }] = useSaveBannerMutation();
  const attempt = useAttempt();
  const removing = useRemoving(banner, onDone);
  const hosts = hostsIn(useDeskConfig().link_hosts);
  const proposes = isProposed(draft);
  const missing = LANGUAGES.filter((name) => draft.texts[name].title.trim() === '');

  const keep = async () => {
    const faults = bannerFaults(draft, hosts);
    setWrong(faults);
    setFault(null);
    if (Object.keys(faults).length > 0) return;
    const wish = {
      ...(banner ? { banner: banner.id } : {}),
      ...{ revision, fallback: isEnglishShown, ...bannerRequest(draft) },
    };
    const { data, error } = await save({ clientId: attempt.idOf(wish), ...wish });
    if (data) {
      attempt.accepted();
      dispatch(
        toastShown(
          data.proposal === null
            ? { kind: 'success', text: say('publish.banner.saved') }
            : { kind: 'info', text: say('staff.proposed') },
        ),
      );
      onDone();
      return;
    }
    setWrong(faultsBy(error && 'data' in error ? error.data : null));
    setFault(error ?? null);
    // Saved once more it takes the place of what the other did, which was said.
    if (error?.code === 'content.changed') setRevision((await onLookAgain?.())?.revision ?? revision);
  };
  const words = fault && wordsOf(fault);
  const shown = missing.includes(language) ? draft.texts[DEFAULT_LANGUAGE] : draft.texts[language];
  return (
    <Panel
      title={banner ? say('publish.banner.one', { id: banner.id }) : say('publish.banner.new')}
      level={1}
      actions={
        <>
          <Button disabled={isLoading} onClick={() => void keep()}>
            {say(proposes ? 'publish.propose' : 'publish.banner.save')}
          </Button>
          {banner && <Button onClick={() => setRemoving(true)}>{say('publish.banner.remove')}</Button>}
        </>
      }
    >
      <p className={styles.below} data-kind="hint" role="status">
        {proposes ? `${say('publish.banner.proposes')} ${say('staff.takes.later')}` : say('publish.banner.at_once')}
      </p>
      {words && (
        <p className={styles.fault} role="alert">
          {'key' in words ? say(words.key) : words.text}
        </p>
      )}
      <div className={styles.bannerPreview} inert>
        <HighlightCard
          title={shown.title || say('publish.title')}
          text={shown.text}
          link={null}
          look={draft.look}
          image={draft.image}
        />
      </div>
      <div className={styles.columns}>
        <BannerTextFields language={language} onLanguage={setLanguage} draft={draft} onChange={setDraft} />
        <BannerFields draft={draft} wrong={wrong} onChange={setDraft} />
      </div>
      {missing.length > 0 && (
        <label className={styles.check}>
          <input type="checkbox" checked={isEnglishShown} onChange={({ target }) => setEnglishShown(target.checked)} />
          {say('publish.banner.fallback', { names: missing.map((name) => LANGUAGE_NAMES[name]).join(', ') })}
        </label>
      )}
      {isRemoving && removing && <ActDialog act={removing} onClose={() => setRemoving(false)} />}
    </Panel>
  );
}

function useRemoving(banner: DeskBanner | null, onDone: () => void): Act | null {
  const { say } = useTexts();
  const [remove] = useRemoveBannerMutation();
  if (!banner) return null;
  return {
    title: say('publish.banner.remove'),
    consequence: say('publish.banner.remove_consequence'),
    takes: null,
    confirm: say('publish.banner.remove'),
    kind: 'bad',
    done: say('publish.banner.removed'),
    fields: [reasonField(say)],
    send: async ({ reason }, clientId) => {
      const { error } = await remove({ clientId, banner: banner.id, revision: banner.revision, reason });
      return error ? { error } : {};
    },
    onDone,
  };
}
