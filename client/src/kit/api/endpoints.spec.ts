import { ACCOUNT_ROUTES } from '../../../../shared/products/identity/account';
import { BANNER_ROUTES } from '../../../../shared/products/content/banners';
import { MESSAGE_ROUTES } from '../../../../shared/wire/messages-center';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { STAFF_ROUTES } from '../../../../shared/wire/staff';
import { VERIFICATION_ROUTES } from '../../../../shared/products/identity/verification';
import { csvEnvelope } from './csv-file';
import { addressOf, requestOf, uploadOf } from './endpoints';

describe('request of a route', () => {
  it('puts GET parameters into the query, and omits an empty query', () => {
    const url = '/audit/staff/acts';
    expect(requestOf(STAFF_ROUTES.acts, { minPosition: 7 })).toEqual({ url, params: { minPosition: 7 } });
    expect(requestOf(STAFF_ROUTES.acts, { minPosition: undefined })).toEqual({ url });
    expect(requestOf(SPOT_ROUTES.tickers, undefined)).toEqual({ url: '/app/spot/tickers' });
  });

  it('sends a POST with a body', () => {
    expect(requestOf(MESSAGE_ROUTES.read, { messages: ['a'] })).toEqual({
      url: '/app/message/read',
      method: 'POST',
      body: { messages: ['a'] },
    });
  });

  it('fills the path parameters', () => {
    expect(requestOf(ACCOUNT_ROUTES.afterLogin, { username: 'a/b@c.d' })).toEqual({
      url: '/api/oms/opr/afterLogin/a%2Fb%40c.d',
      method: 'POST',
      body: {},
    });
  });

  it('expects a file where the route returns one', () => {
    const fills = { list: 'fills' } as const;
    const request = { url: '/app/spot/export', params: fills, responseHandler: csvEnvelope };
    expect(requestOf(SPOT_ROUTES.export, fills)).toEqual(request);
  });
});

describe('photo', () => {
  it('has a URL', () => {
    expect(addressOf(BANNER_ROUTES.image, { image: 'a b' })).toBe('/exchange/app/content/bannerImage?image=a+b');
  });

  it('is sent as the body with its own content type', () => {
    const photo = new Blob(['x'], { type: 'image/png' });
    expect(uploadOf(VERIFICATION_ROUTES.uploadPhoto, photo, { kind: 'front' })).toMatchObject({
      url: '/app/verification/uploadPhoto?kind=front',
      method: 'POST',
      body: photo,
      headers: { 'content-type': 'image/png' },
    });
    const unknown = uploadOf(VERIFICATION_ROUTES.uploadBookCheck, new Blob(['x']), undefined);
    expect(unknown).toMatchObject({ url: '/api/oms/uploadBookInfo/uploadBookCheck' });
    expect(unknown.headers).toEqual({ 'content-type': 'application/octet-stream' });
  });
});
