/**
 * Every error that leaves the package carries one of these.
 *
 * - `DELIVERY_CONDITION`: a query or a condition of an analysis makes no sense
 * - `DELIVERY_FORMAT`: a stored plan or state cannot be read: damaged, or of a version that this one does not know
 * - `DELIVERY_TOO_LARGE`: a plan and its state do not fit where they are to be kept
 */
export type DeliveryErrorCode = 'DELIVERY_CONDITION' | 'DELIVERY_FORMAT' | 'DELIVERY_TOO_LARGE';

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryErrorCode;

  constructor(code: DeliveryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
