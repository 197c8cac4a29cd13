import { BANNER_ROUTES, type Banner } from '../../../../shared/products/content/banners';
import { addressOf } from '../api/endpoints';
import { AnyLink } from '../ui/controls/any-link';
import { Art } from './art';
import styles from './highlight.module.css';

type Shown = Omit<Banner, 'id'>;

export function imageAddress(image: string): string {
  return addressOf(BANNER_ROUTES.image, { image });
}

/** One banner: text over its colours and drawing, or over its picture. */
export function HighlightCard({ title, text, link, look: variant, image }: Shown) {
  return (
    <div className={styles.highlight} data-look={variant} data-pictured={image !== null}>
      {image === null ? <Art variant={variant} /> : <img className={styles.picture} src={imageAddress(image)} alt="" />}
      <div className={styles.words}>
        <p className={styles.title}>
          {link === null ? (
            title
          ) : (
            <AnyLink className={styles.link} to={link}>
              {title}
            </AnyLink>
          )}
        </p>
        {text !== '' && <p>{text}</p>}
      </div>
    </div>
  );
}
