/** The component library in our colours and the user's language. Pages that use it wrap themselves in this. */
import ConfigProvider from 'antd/es/config-provider';
import type { Locale } from 'antd/es/locale';
import library from 'antd/es/theme';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Language } from '../../../../shared/wire/languages';
import { useTexts } from '../i18n/use-texts';
import { patiently } from '../lib/patiently';
import { tokenValue, useTheme } from './theme';

const LOCALES: Readonly<Record<Language, () => Promise<{ default: Locale }>>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  tc: () => import('antd/es/locale/zh_TW'),
  jp: () => import('antd/es/locale/ja_JP'),
  ti: () => import('antd/es/locale/th_TH'),
  kr: () => import('antd/es/locale/ko_KR'),
  ep: () => import('antd/es/locale/es_ES'),
  il: () => import('antd/es/locale/it_IT'),
  pt: () => import('antd/es/locale/pt_BR'),
};

export function Themed({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const locale = useLocale();
  const config = useMemo(
    () => ({
      algorithm: theme === 'dark' ? library.darkAlgorithm : library.defaultAlgorithm,
      token: {
        colorPrimary: tokenValue('--accent-fill'),
        colorInfo: tokenValue('--accent-fill'),
        colorLink: tokenValue('--accent'),
        colorSuccess: tokenValue('--good'),
        colorError: tokenValue('--bad'),
        colorWarning: tokenValue('--warning'),
        colorBgBase: tokenValue('--ground'),
        colorBgContainer: tokenValue('--surface'),
        colorBgElevated: tokenValue('--surface-raised'),
        colorText: tokenValue('--text'),
        colorTextSecondary: tokenValue('--text-muted'),
        colorTextTertiary: tokenValue('--text-muted'),
        // Arrows of selects.
        colorTextQuaternary: tokenValue('--text-muted'),
        colorTextPlaceholder: tokenValue('--text-muted'),
        colorTextDescription: tokenValue('--text-muted'),
        colorBorder: tokenValue('--line-strong'),
        colorBorderSecondary: tokenValue('--line'),
        fontFamily: 'inherit',
        fontSize: 13,
        borderRadius: 4,
        controlHeight: 36,
        // Our styles then let nothing move, and what the library waits to see move in would never show.
        motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      },
    }),
    // The values of the tokens are those of the theme.
    [theme],
  );
  return (
    <ConfigProvider theme={config} locale={locale}>
      {children}
    </ConfigProvider>
  );
}

function useLocale(): Locale | undefined {
  const { language } = useTexts();
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let isCurrent = true;
    void patiently(LOCALES[language], (loaded) => isCurrent && setLocale(loaded.default));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return locale;
}
