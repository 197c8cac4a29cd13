import type { PageLoader } from '../../shared/ui/page/lazy-page';
import type { AccountMenuGroup } from '../../shared/ui/places';

/** What the screens of the user centre stand in, with the entries of every product. */
export function accountShellWith(menu: readonly AccountMenuGroup[]): PageLoader {
  return async () => {
    const { AccountShell } = await import('../../pages/account/account-shell');
    return () => <AccountShell menu={menu} />;
  };
}
