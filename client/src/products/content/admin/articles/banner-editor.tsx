import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { DeskBanner } from '../../../../../../shared/products/content/banners';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { hostsIn } from '../../../../../../shared/products/identity/rules/links';
import { useDeskConfig } from '../../../../kit/entities/config/config-api';
import { useRemoveBannerMutation, useSaveBannerMutation } from '../../../../admin/api/content-admin-api';
import { ActDialog, type Act } from '../../../../admin/act/act-dialog';
import { faultsBy, reasonField } from '../../../../admin/act/fields';
import { HighlightCard } from '../../../../kit/highlights/highlight';
import { faultMessage, type Fault } from '../../../../kit/api/envelope';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Button } from '../../../../kit/ui/controls/button';
import { Panel } from '../../../../kit/ui/page/panel';
import { bannerFaults, bannerRequest, draftOfBanner, isProposed, NEW_BANNER, type BannerFaults } from './banner-draft';
import { BannerFields, BannerTextFields } from './banner-fields';
import styles from './content.module.css';

interface BannerEditorProps {
  /** Null for a new banner. */
  banner: DeskBanner | null;
  onDone: () => void;
  /** Fetches the banner as another editor has left it. */
  onLookAgain?: () => Promise<DeskBanner | undefined>;
}

export function BannerEditor({ banner, onDone, onLookAgain }: BannerEditorProps) {
  const { t, language: interfaceLanguage } = useTexts();
  const dispatch = useDispatch();
  const [revision, setRevision] = useState(banner?.revision ?? 0);
  const [draft, setDraft] = useState(() => (banner ? draftOfBanner(banner) : NEW_BANNER));
  const [language, setLanguage] = useState<Language>(interfaceLanguage);
  const [isEnglishShown, setEnglishShown] = useState(false);
  const [saveError, setSaveError] = useState<Fault | null>(null);
  const [fieldErrors, setFieldErrors] = useState<BannerFaults>({});
  const [isRemoving, setRemoving] = useState(false);
  const [save, { isLoading }] = useSaveBannerMutation();
  const attempt = useAttempt();
  const removing = useRemoving(banner, onDone);
  const hosts = hostsIn(useDeskConfig().link_hosts);
  const proposes = isProposed(draft);
  const missing = LANGUAGES.filter((name) => draft.texts[name].title.trim() === '');

  const keep = async () => {
    const draftErrors = bannerFaults(draft, hosts);
    setFieldErrors(draftErrors);
    setSaveError(null);
    if (Object.keys(draftErrors).length > 0) return;
    const request = {
      ...(banner ? { banner: banner.id } : {}),
      ...{ revision, fallback: isEnglishShown, ...bannerRequest(draft) },
    };
    const { data, error } = await save({ clientId: attempt.idOf(request), ...request });
    if (data) {
      attempt.accepted();
      dispatch(
        toastShown(
          data.proposal === null
            ? { kind: 'success', text: t('publish.banner.saved') }
            : { kind: 'info', text: t('staff.proposed') },
        ),
      );
      onDone();
      return;
    }
    setFieldErrors(faultsBy(error && 'data' in error ? error.data : null));
    setSaveError(error ?? null);
    // The message announced the other editor's change. With its revision, saving again overwrites that change.
    if (error?.code === 'content.changed') setRevision((await onLookAgain?.())?.revision ?? revision);
  };
  const message = saveError && faultMessage(saveError);
  const previewText = missing.includes(language) ? draft.texts[DEFAULT_LANGUAGE] : draft.texts[language];
  return (
    <Panel
      title={banner ? t('publish.banner.one', { id: banner.id }) : t('publish.banner.new')}
      level={1}
      actions={
        <>
          <Button disabled={isLoading} onClick={() => void keep()}>
            {t(proposes ? 'publish.propose' : 'publish.banner.save')}
          </Button>
          {banner && <Button onClick={() => setRemoving(true)}>{t('publish.banner.remove')}</Button>}
        </>
      }
    >
      <p className={styles.below} data-kind="hint" role="status">
        {proposes ? `${t('publish.banner.proposes')} ${t('staff.takes.later')}` : t('publish.banner.at_once')}
      </p>
      {message && (
        <p className={styles.fault} role="alert">
          {'key' in message ? t(message.key) : message.text}
        </p>
      )}
      <div className={styles.bannerPreview} inert>
        <HighlightCard
          title={previewText.title || t('publish.title')}
          text={previewText.text}
          link={null}
          look={draft.look}
          image={draft.image}
        />
      </div>
      <div className={styles.columns}>
        <BannerTextFields language={language} onLanguage={setLanguage} draft={draft} onChange={setDraft} />
        <BannerFields draft={draft} fieldErrors={fieldErrors} onChange={setDraft} />
      </div>
      {missing.length > 0 && (
        <label className={styles.check}>
          <input type="checkbox" checked={isEnglishShown} onChange={({ target }) => setEnglishShown(target.checked)} />
          {t('publish.banner.fallback', { names: missing.map((name) => LANGUAGE_NAMES[name]).join(', ') })}
        </label>
      )}
      {isRemoving && removing && <ActDialog act={removing} onClose={() => setRemoving(false)} />}
    </Panel>
  );
}

function useRemoving(banner: DeskBanner | null, onDone: () => void): Act | null {
  const { t } = useTexts();
  const [remove] = useRemoveBannerMutation();
  if (!banner) return null;
  return {
    title: t('publish.banner.remove'),
    consequence: t('publish.banner.remove_consequence'),
    approvalRule: null,
    confirm: t('publish.banner.remove'),
    kind: 'bad',
    successText: t('publish.banner.removed'),
    fields: [reasonField(t)],
    send: async ({ reason }, clientId) => {
      const { error } = await remove({ clientId, banner: banner.id, revision: banner.revision, reason });
      return error ? { error } : {};
    },
    onDone,
  };
}
