/** An HTTPRoute of the Gateway API. What does not fit into one object goes into further ones, `-2`, `-3`. */
export interface Route {
  readonly name?: string;
  readonly gateways: readonly GatewayReference[];
  readonly hostnames?: readonly string[];
  readonly rules: readonly RouteRule[];
}

export interface GatewayReference {
  readonly name: string;
  readonly namespace?: string;
  readonly sectionName?: string;
}

export interface RouteRule {
  /** Any of them is enough. @default every path */
  readonly matches?: readonly RouteMatch[];
  /** At most 16. Weights are whole percents that add up to 100; a single backend needs none. */
  readonly backends: readonly Backend[];
}

/** All that it names must be so. */
export interface RouteMatch {
  readonly path?: { readonly type?: 'Exact' | 'PathPrefix' | 'RegularExpression'; readonly value: string };
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

export interface Backend {
  readonly service: string;
  readonly port: number;
  readonly weight?: number;
}
