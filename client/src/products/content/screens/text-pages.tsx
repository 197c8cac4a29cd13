/** The fixed pages by their names on the server. */
import { TextPage } from './text-page';

export const AboutPage = () => <TextPage slug="about" />;
export const LegalStatementPage = () => <TextPage slug="legal-statement" isDated />;
export const PrivacyPolicyPage = () => <TextPage slug="privacy-policy" isDated />;
export const UserAgreementPage = () => <TextPage slug="user-agreement" isDated />;
export const WhitePaperPage = () => <TextPage slug="white-paper" isDated />;
export const HomeScreenGuidePage = () => <TextPage slug="home-screen-guide" />;
