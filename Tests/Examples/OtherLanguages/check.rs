// Prints the report of `p3tool check` on an image as JSON: check in.png
//
//     rustc check.rs -lp3kit-c
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::null;

#[repr(C)]
struct Source {
    name: *const c_char,
    bytes: *const u8,
    size: usize,
}

extern "C" {
    fn p3_png_check(
        source: Source,
        options: *const c_char,
        report: *mut *mut c_char,
        error: *mut *mut c_char,
    ) -> c_int;
    fn p3_free(memory: *mut c_void);
}

/// The text at `place`, whose memory is released.
unsafe fn taken(place: *mut c_char) -> String {
    let text = CStr::from_ptr(place).to_string_lossy().into_owned();
    p3_free(place.cast());
    text
}

fn check(path: &str, options: &str) -> Result<String, String> {
    let (path, options) = (CString::new(path).unwrap(), CString::new(options).unwrap());
    let source = Source { name: path.as_ptr(), bytes: null(), size: 0 };
    let (mut report, mut error) = (std::ptr::null_mut(), std::ptr::null_mut());
    unsafe {
        match p3_png_check(source, options.as_ptr(), &mut report, &mut error) {
            0 => Ok(taken(report)),
            _ => Err(taken(error)),
        }
    }
}

fn main() {
    let path = std::env::args().nth(1).expect("check in.png");
    match check(&path, r#"{"target": "srgb"}"#) {
        Ok(report) => println!("{report}"),
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }
}
