import { useId, useState } from 'react';
import { BANNER_LOOKS, BANNER_TEXT_MAX, BANNER_TITLE_MAX } from '../../../../../../shared/products/content/banners';
import { LINK_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/links';
import { PHOTO_BYTES_MAX, PHOTO_TYPES } from '../../../../../../shared/products/identity/verification';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { useUploadBannerImageMutation } from '../../../../admin/api/content-admin-api';
import { usePhotoFaults } from '../../../../kit/take-photo/use-photo-faults';
import { faultMessage } from '../../../../kit/api/envelope';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Button } from '../../../../kit/ui/controls/button';
import { Choice } from '../../../../kit/ui/controls/choice';
import { FilePick } from '../../../../kit/ui/controls/file-pick';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { LineField } from './article-fields';
import type { BannerDraft, BannerFaults } from './banner-draft';
import styles from './content.module.css';
import { LanguageTab } from './language-tab';

interface FieldsProps {
  draft: BannerDraft;
  onChange: (draft: BannerDraft) => void;
}

/** Text fields per language. */
export function BannerTextFields({
  language,
  onLanguage,
  draft,
  onChange,
}: FieldsProps & { language: Language; onLanguage: (language: Language) => void }) {
  const { t } = useTexts();
  const text = draft.texts[language];
  const change = (changed: Partial<typeof text>) =>
    onChange({ ...draft, texts: { ...draft.texts, [language]: { ...text, ...changed } } });
  return (
    <div className={styles.tongues}>
      <Tabs
        label={t('publish.languages')}
        tabs={LANGUAGES.map((name) => ({
          name,
          title: (
            <LanguageTab name={LANGUAGE_NAMES[name]} state={draft.texts[name].title.trim() === '' ? 'none' : 'whole'} />
          ),
        }))}
        selected={language}
        onChoose={onLanguage}
      >
        <div className={styles.fields}>
          <LineField
            label={t('publish.title')}
            value={text.title}
            lang={HTML_LANG[language]}
            lengthMax={BANNER_TITLE_MAX}
            onChange={(title) => change({ title })}
          />
          <LineField
            label={t('publish.banner.text')}
            value={text.text}
            lang={HTML_LANG[language]}
            lengthMax={BANNER_TEXT_MAX}
            onChange={(line) => change({ text: line })}
          />
        </div>
      </Tabs>
    </div>
  );
}

/** Fields for link, look and display period. Times are entered in local time. */
export function BannerFields({ draft, fieldErrors, onChange }: FieldsProps & { fieldErrors: BannerFaults }) {
  const { t } = useTexts();
  const lookId = useId();
  return (
    <div className={styles.fields}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isOn}
          onChange={({ target }) => onChange({ ...draft, isOn: target.checked })}
        />
        {t('publish.banner.on')}
      </label>
      <Typed
        name="link"
        {...{ draft, fieldErrors, onChange }}
        lengthMax={LINK_LENGTH_MAX}
        hint={t('publish.banner.link_hint')}
      />
      <Typed name="place" {...{ draft, fieldErrors, onChange }} lengthMax={3} hint={t('publish.banner.place_hint')} />
      <Typed name="from" {...{ draft, fieldErrors, onChange }} isTime hint={t('publish.time_hint.from')} />
      <Typed name="until" {...{ draft, fieldErrors, onChange }} isTime hint={t('publish.time_hint.until')} />
      <div className={styles.field}>
        <label htmlFor={lookId}>{t('publish.banner.look')}</label>
        <Choice
          id={lookId}
          size="row"
          value={draft.look}
          options={BANNER_LOOKS.map((value) => ({ value, text: t(`publish.banner.look.${value}`) }))}
          onChange={(look) => onChange({ ...draft, look })}
        />
      </div>
      <Picture draft={draft} onChange={onChange} />
    </div>
  );
}

const LABELS = {
  link: 'publish.banner.link',
  place: 'publish.banner.place',
  from: 'publish.time.from',
  until: 'publish.time.until',
} as const;

interface TypedProps extends FieldsProps {
  name: keyof typeof LABELS;
  fieldErrors: BannerFaults;
  hint: string;
  isTime?: boolean;
  lengthMax?: number;
}

function Typed({ name, draft, fieldErrors, onChange, hint, isTime = false, lengthMax }: TypedProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const id = useId();
  const errorCode = fieldErrors[name];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t(LABELS[name])}</label>
      <input
        id={id}
        className={styles.line}
        type={isTime ? 'datetime-local' : 'text'}
        inputMode={name === 'place' ? 'numeric' : name === 'link' ? 'url' : undefined}
        autoComplete="off"
        maxLength={lengthMax}
        value={draft[name]}
        aria-invalid={errorCode !== undefined}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
      />
      <p id={`${id}-below`} className={styles.below} data-kind={errorCode === undefined ? 'hint' : 'bad'}>
        {errorCode === undefined ? hint : serverText('field', errorCode)}
      </p>
    </div>
  );
}

function Picture({ draft, onChange }: FieldsProps) {
  const { t, numbers } = useTexts();
  const objectionTo = usePhotoFaults();
  const [upload, { isLoading }] = useUploadBannerImageMutation();
  const [statusText, setStatusText] = useState('');
  const uploadImage = async (file: File) => {
    const objection = await objectionTo(file);
    if (objection !== null) return setStatusText(objection);
    setStatusText(t('publish.banner.uploading'));
    const { data, error } = await upload(file);
    if (data) onChange({ ...draft, image: data.image });
    const message = error && faultMessage(error);
    setStatusText(message ? ('key' in message ? t(message.key) : message.text) : '');
  };
  return (
    <div className={styles.field}>
      <span>{t('publish.banner.picture')}</span>
      <div className={styles.ways}>
        {!isLoading && (
          <FilePick
            text={t('publish.banner.pick')}
            accept={PHOTO_TYPES.join(',')}
            onPick={(file) => void uploadImage(file)}
          />
        )}
        {draft.image !== null && (
          <Button onClick={() => onChange({ ...draft, image: null })}>{t('publish.banner.no_picture')}</Button>
        )}
      </div>
      <p className={styles.below} data-kind="hint" role="status">
        {statusText || t('publish.banner.picture_hint', { size: numbers.bytes(PHOTO_BYTES_MAX) })}
      </p>
    </div>
  );
}
