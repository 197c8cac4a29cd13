import { MARKET_TABS } from '../../../kit/entities/market/market-list';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './categories.module.css';
import { productCategory, quoteCategory, type Category, type Product } from './quotes-shown';

interface CategoriesProps {
  products: readonly Product[];
  quoteAssets: readonly string[];
  selected: Category;
  onChoose: (category: Category) => void;
}

export function Categories({ products, quoteAssets, selected, onChoose }: CategoriesProps) {
  const { t } = useTexts();
  const categories = [
    ...MARKET_TABS.map((tab) => ({ category: tab, title: t(`quotes.category.${tab}`) })),
    ...products.map((product) => ({ category: productCategory(product), title: t(`quotes.product.${product}`) })),
    ...quoteAssets.map((asset) => ({ category: quoteCategory(asset), title: asset })),
  ];
  return (
    <div className={styles.categories} role="group" aria-label={t('quotes.categories')}>
      {categories.map(({ category, title }) => (
        <button key={category} type="button" aria-pressed={category === selected} onClick={() => onChoose(category)}>
          {title}
        </button>
      ))}
    </div>
  );
}
