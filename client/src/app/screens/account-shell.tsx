import type { PageLoader } from '../../kit/ui/page/lazy-page';
import type { AccountMenuGroup } from '../../kit/ui/places';

/** Frame of the user centre with the products' menu entries. */
export function accountShellWith(menu: readonly AccountMenuGroup[]): PageLoader {
  return async () => {
    const { AccountShell } = await import('../pages/account/account-shell');
    return () => <AccountShell menu={menu} />;
  };
}
