/** That of the package, for the user agent and the image; a test holds it against `package.json`. */
export const VERSION = '0.1.0';
