final class TLSContext {}
