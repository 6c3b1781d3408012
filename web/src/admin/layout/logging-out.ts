/** Set while this tab logs itself out, so that leaving is not mistaken for being turned away. */
export const loggingOut = { current: false }
